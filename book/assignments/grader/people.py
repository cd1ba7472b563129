"""Names of people: how they are shown, and the identifiers by which their work is kept."""

import hashlib
import re
import unicodedata
from collections import Counter

LONGEST = 60  # characters of a name that is shown
BYTES = 120  # of an identifier: a file name may have 255 with all that is put behind it
WHOLE = 400  # characters of a path that a teacher may have to type


def shown(name, most=LONGEST):
    r"""Return a name in one line that a terminal prints as it is, and no browser takes for a tag.

    >>> shown("Jo\x1b[2J\n<b>Roe")
    'Jo?[2J??b?Roe'
    """
    text = unicodedata.normalize("NFC", name).strip()
    text = "".join(
        letter if letter.isprintable() and letter not in "<>" else "?" for letter in text
    )
    return text if len(text) <= most else f"{text[:most]}…"


def identifier(name):
    """Return an identifier for a name that can be the name of a folder.

    >>> identifier("Jörg Müller"), identifier("..")
    ('Jörg_Müller', 'unnamed')
    """
    text = re.sub(r"[^\w.@+-]+", "_", unicodedata.normalize("NFC", name)).strip(".")
    if len(text.encode()) > BYTES:
        start = text.encode()[:BYTES].decode("utf-8", "ignore")
        text = f"{start}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
    return text or "unnamed"


def distinct(names):
    """Return the names by identifier, with the identifier behind those that several people have.

    >>> distinct({"1": "Müller", "2": "Müller", "3": "Roe"})
    {'1': 'Müller (1)', '2': 'Müller (2)', '3': 'Roe'}
    """
    count = Counter(names.values())
    return {who: name if count[name] == 1 else f"{name} ({who})" for who, name in names.items()}


def several(names, most=12):
    """Return some names in one line, and how many others there are.

    >>> several(["Roe", "Müller", "Doe"], most=2)
    'Doe, Müller and 1 more'
    """
    names = sorted(names)
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more

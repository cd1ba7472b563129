"""Documents cut into words: those of any alphabet, and those of the mail (chapter 12)."""

from __future__ import annotations

import re
from unicodedata import category, name, normalize

from perceptrons.text.documents import text

_MAIL = re.compile(r"[a-z]{2,20}")
_CHINESE = "CJK UNIFIED IDEOGRAPH", "CJK COMPATIBILITY IDEOGRAPH"
_DOTTED = re.compile("i\N{COMBINING DOT ABOVE}+")  # what case folding makes of the Turkish İ


def tokenize(document: str) -> list[str]:
    """Cut a document into its words: runs of letters of any alphabet, without regard to case.

    A word has at least two letters, or one where letters have no case, as in Korean. Each Chinese
    character is a word. Digits, apostrophes, hyphens, underscores and all other signs separate words,
    but invisible ones, such as soft hyphens and joiners, are left out. Accents and other marks stay
    with their letter (thirty in a row at most). The words are in Unicode's form NFC, so that ä is one
    letter however it was typed, and case-folded by `str.casefold`: ß becomes ss, ς becomes σ, and İ
    becomes i.

    Thai, Lao, Khmer, Burmese and Japanese kana have no blanks between words, and stay in long runs.
    For these and for Chinese a program that knows the language finds better words: give it to
    `count_terms` as ``tokenize=``.

    Parameters
    ----------
    document : str
        Any text.

    Returns
    -------
    list of str
        In reading order, with repetitions.

    Examples
    --------
    >>> tokenize("Re: You WON $1,000 -- don't wait!")
    ['re', 'you', 'won', 'don', 'wait']
    >>> tokenize("Der Geschäftsführer sagt: नमस्ते, 你好")
    ['der', 'geschäftsführer', 'sagt', 'नमस्ते', '你', '好']
    """
    seen = set(text(document))
    invisible = {ord(c): None for c in seen if category(c) == "Cf"}
    visible = document.translate(invisible | {ord("\N{ZERO WIDTH SPACE}"): " "})
    folded = normalize("NFC", _few_marks(visible)).casefold()
    letters = _few_marks(normalize("NFC", _DOTTED.sub("i", folded)))
    kinds = {c: category(c) for c in set(letters)}
    apart = {ord(c): " " for c, kind in kinds.items() if kind[0] not in "LM"}
    apart |= {ord(c): f" {c} " for c in kinds if name(c, "").startswith(_CHINESE)}
    marks = _marks(letters)
    runs = (run.lstrip(marks) for run in letters.translate(apart).split())
    return [run for run in runs if len(run.rstrip(marks)) > 1 or kinds.get(run[:1]) == "Lo"]


def _few_marks(document: str) -> str:
    """Drop marks after the thirtieth in a row: to normalise m of them takes m² steps."""
    marks = f"[{_marks(document)}]"
    return document if marks == "[]" else re.sub(f"({marks}{{30}}){marks}+", r"\1", document)


def _marks(document: str) -> str:
    return "".join(sorted(c for c in set(document) if category(c)[0] == "M"))


def tokenize_mail(document: str) -> list[str]:
    """Cut a document into words as the mail of `data.spam` is: runs of 2 to 20 letters a-z.

    Capitals become small. Digits, punctuation and letters beyond a-z separate words. A longer run is
    cut every 20 letters.

    Parameters
    ----------
    document : str
        Any text.

    Returns
    -------
    list of str
        In reading order, with repetitions.

    Examples
    --------
    >>> tokenize_mail("Re: You WON $1,000 -- don't wait at the café!")
    ['re', 'you', 'won', 'don', 'wait', 'at', 'the', 'caf']
    """
    return _MAIL.findall(text(document).lower())

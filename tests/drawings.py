"""A pytest plugin: of drawings nbval compares lengths within a tolerance, and all else exactly.

The last bit of a float depends on the processor, and where Matplotlib rounds to six decimals it may
show. No rounding helps, for it only moves the ties. So a length in a drawing may differ by `TOLERANCE`,
a sixtieth of the book's thinnest line.

- Lengths are the numbers that `LENGTHS` finds: of paths, marks, frames and shifts, and the breadth
  and dashes of lines. Inside a scaled group they count in its units, which are smaller.
- Factors and angles are no lengths: 0.01 more of a scale moves the other end by points.
- Commands, elements, colours, opacities, words, numbers in words, and the names of the glyphs that
  draw them (``#DejaVuSans-14``) are text: in none of them is a small difference a small one.
- The names of markers, clips and hatches (``md1747f4e9b``) are hashes of those last bits. They may
  differ as long as one stands for one throughout, so that each reference keeps its target.
- An explorable's picture, inside the `img` of its HTML, is such a drawing. The rest is exact: its
  table and its words are results, its script is source, the sides of the `img` are whole numbers.
  Its state too, though it holds patterns and windows: from them the reader's browser computes
  results, and a pattern moved by 1e-9 can change a count.

nbval's own comparison follows. Of two drawings it gets only where they differ first, so that it
reports that place and not two pictures. Root's `conftest.py` loads this, or ``-p drawings``.
"""

import re
from copy import deepcopy
from functools import partial
from itertools import takewhile, zip_longest
from urllib.parse import unquote

TOLERANCE = 0.01  # points, 1/72 inch
TAG = re.compile(r'(<!--.*?-->|<(?:"[^"]*"|[^">])*>)', re.DOTALL)  # between tags are words
LENGTHS = re.compile(
    r'((?<= )(?:d|points|[xy][12]?|[cr][xy]|r|width|height|viewBox)="|translate\('
    r'|stroke-(?:width|dasharray|dashoffset): )([^");]*)'
)
NUMBER = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|nan)")
HASH = re.compile(r'((?:(?<=["#][mph])|(?<=[0-9a-f]_))[0-9a-f]{10}(?=[")]))')
PICTURE = re.compile(r'(?<=src="data:image/svg\+xml,)([^"]*)')


class Name(str):
    """The name of an element, a hash."""

    __slots__ = ()


def in_svg(svg):
    """Yield the pieces of a drawing, each with its place: text, lengths as floats, and names."""
    group = "svg"
    for part in TAG.split(svg):
        if not part.startswith("<") or part.startswith("<!"):
            yield f"words in {group}", part
            continue
        group = found[1] if (found := re.search(r' id="([\w.]+_\d+)"', part)) else group
        place = f"{part.split()[0].strip('</>')} in {group}"
        parts = [*LENGTHS.split(part), "", ""]
        for text, attribute, lengths in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
            for i, piece in enumerate(HASH.split(text + attribute)):
                yield place, Name(piece) if i % 2 else piece
            name = attribute.strip('="(: ')
            for i, piece in enumerate(NUMBER.split(lengths)):
                yield f"{name} of {place}", float(piece) if i % 2 else piece


def in_html(html):
    """Yield the pieces of HTML: its drawings', and what stands between."""
    for i, part in enumerate(PICTURE.split(html)):
        yield from in_svg(unquote(part)) if i % 2 else [("HTML", part)]


READERS = {"image/svg+xml": in_svg, "text/html": in_html}


def difference(stored, computed, read):
    """Return where two outputs differ first, as what is stored there and what was computed."""
    if stored == computed and "nan" not in stored:
        return "", ""
    there, back = {}, {}
    pairs = zip_longest(read(stored), read(computed), fillvalue=("end", ""))
    for (place, a), (found, b) in pairs:
        if isinstance(a, float) and isinstance(b, float):
            same = abs(a - b) <= TOLERANCE  # never for NaN
        elif isinstance(a, Name) and isinstance(b, Name):
            same = there.setdefault(a, b) == b and back.setdefault(b, a) == a
        else:
            same = a == b
        if not same:
            texts = str(a), str(b)
            alike = takewhile(lambda pair: pair[0] == pair[1], zip(*texts, strict=False))
            start = max(0, len([*alike]) - 30)
            old, new = (text[start : start + 80] for text in texts)
            return f"stored: {place}: {old}", f"computed: {found}: {new}"
    return "", ""


def compared(compare, test, ref):
    """Compare two lists of outputs as nbval does, except for drawings."""
    test, ref = deepcopy(test), deepcopy(ref)
    for kind, read in READERS.items():
        stored, computed = (
            [out["data"] for out in outs if kind in out.get("data", ())] for outs in (ref, test)
        )
        for a, b in zip(stored, computed, strict=False):  # nbval reports another number of them
            a[kind], b[kind] = difference(a[kind], b[kind], read)
    return compare(test, ref)


def pytest_itemcollected(item):
    """Give each cell of a notebook this comparison."""
    if hasattr(item, "compare_outputs"):
        item.compare_outputs = partial(compared, item.compare_outputs)

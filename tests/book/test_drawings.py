"""Which alterations of a stored output nbval lets pass, and which not: `drawings` decides."""

import re
from functools import partial
from urllib.parse import quote, unquote

import pytest

from drawings import READERS
from drawings import difference as between
from perceptrons import data, explore, perceptron, plots

ALIKE = ("", "")
MARK, FRAME = r"(<use [^>]* x=\")([\d.]+)", r"(<path d=\"M \d+ )([\d.]+)"
difference = partial(between, read=READERS["image/svg+xml"])
pages_differ = partial(between, read=READERS["text/html"])


@pytest.fixture(scope="module")
def svg():
    """Draw patterns of two classes, so with two markers, a line, and its normal."""
    X, t = data.modified_or()
    fig, ax = plots.figure()
    plots.plane(ax)
    plots.patterns(ax, X, t)
    ax.scatter(*2 * [range(20)]).set_sizes([20, 40])  # Matplotlib names such marks in another way
    plots.boundary(ax, perceptron.online(X, t).w)
    ax.set_ylabel("x₂", rotation=90)
    return fig.svg()


@pytest.fixture(scope="module")
def html():
    """Return an explorable's HTML."""
    return explore.rule(*data.modified_or(), shown=3)._repr_html_()


def altered(text, old, new, count=1):
    """Replace a pattern, which must be there."""
    changed = re.sub(old, new, text, count=count)
    assert changed != text
    return changed


def by(length):
    """Return a replacement that adds to the number in the second group."""
    return lambda found: f"{found[1]}{float(found[2]) + length:.6f}"


LENGTHS = {
    "a mark to the side": MARK,
    "a mark up or down": r"(<use [^>]* y=\")([\d.]+)",
    "a corner of a path": FRAME,
    "the end of a line": r"(\nL [\d.]+ )([\d.]+)",
    "a label": r"(translate\()([\d.]+)",
    "a clip": r"(<rect [^>]*width=\")([\d.]+)",
    "the picture's breadth": r"(<svg [^>]*width=\")([\d.]+)",
    "the picture's window": r"(viewBox=\"0 0 )([\d.]+)",
    "a line's breadth": r"(stroke-width: )([\d.]+)",
}


@pytest.mark.parametrize("place", LENGTHS.values(), ids=LENGTHS)
@pytest.mark.parametrize("sign", [1, -1])
def test_a_length_may_differ_by_the_tolerance(svg, place, sign):
    assert difference(svg, altered(svg, place, by(sign * 0.009))) == ALIKE
    assert difference(svg, altered(svg, place, by(sign * 0.011))) != ALIKE


def test_how_a_number_is_written_does_not_matter(svg):
    assert difference(svg, altered(svg, MARK, lambda m: f"{m[1]}{float(m[2]):.8e}")) == ALIKE


WORDS = {
    "a colour": ("#0072b2", "#0072b3"),
    "a colour's name": ("fill: none", "fill: red"),
    "an opacity": ("stroke-opacity: 0.3", "stroke-opacity: 0.301"),
    "a word of the description": (r"(<title>[^<]*)circles", r"\1squares"),
    "a number in the description": (r"(<title>\D*)3", r"\g<1>4"),
    "a tick's label": (r"<!-- (−?)1 -->", r"<!-- \g<1>2 -->"),
    "the glyph of a tick's label": (r'(<use xlink:href="#DejaVuSans-)14"', r'\g<1>15"'),
    "the shape of a glyph": (r"(DejaVuSans-14\" d=\"M )(\d+)", by(1)),
    "the size of letters": (r"scale\(0.12 ", "scale(0.121 "),
    "a turn": (r"rotate\(-90\)", "rotate(-89.999)"),
    "a path left out": (r"<path d=\"M [^>]*style=\"fill: none[^>]*/>", ""),
    "a mark left out": (r"<use [^>]* x=[^>]*/>", ""),
    "a corner left out": (r"\nL [\d.]+ [\d.]+ ", ""),
    "another command": (r"\nL ", "\nM "),
    "another unit": (r"(width=\"[\d.]+)pt", r"\1px"),
    "another element": (r"<g id=\"patch_3\"", '<a id="patch_3"'),
    "another attribute": (r"(<use [^>]*) x=", r"\1 dx="),
    "another id": ("patch_3", "patch_33"),
    "more at the end": (r"\Z", "<!-- -->"),
}


@pytest.mark.parametrize(("old", "new"), WORDS.values(), ids=WORDS)
def test_all_but_lengths_is_exact(svg, old, new):
    changed = altered(svg, old, new)
    assert difference(svg, changed) != ALIKE
    assert difference(changed, svg) != ALIKE


@pytest.mark.parametrize("path", ["M 1 nan", "M nan 1", "M -nan 1"])
def test_nan_equals_nothing(path):
    drawing = f'<svg><path d="{path}"/></svg>'
    assert difference(drawing, drawing) != ALIKE


def test_hashed_names_may_differ_in_a_body(svg):
    markers = re.findall(r'<path id="(m\w{10})"', svg)
    collected, _ = re.findall(r'<path id="(C0_\w_\w{10})"', svg)
    (clip,) = {*re.findall(r"url\(#(p\w{10})\)", svg)}
    assert len(markers) >= 3  # a tick, and a mark for each class
    for name in [*markers, collected, clip]:
        kind = name[:-10]
        new = f"{kind}0123456789"
        everywhere = svg.replace(name, new)
        assert difference(svg, everywhere) == ALIKE
        assert difference(svg, altered(svg, f"#{name}", f"#{new}")) != ALIKE  # one reference
        assert difference(svg, altered(svg, f'id="{name}"', f'id="{new}"')) != ALIKE
        assert difference(svg, everywhere.replace(f"#{new}", f"#{name}")) != ALIKE
        assert difference(svg, svg.replace(name, f"h{new}")) != ALIKE  # a hatch is no marker
    # Neither may two become one, nor a mark get the marker of the other class.
    one, other = markers[-2:]
    assert difference(svg, svg.replace(one, other)) != ALIKE
    assert difference(svg.replace(one, other), svg) != ALIKE
    assert difference(svg, altered(svg, f"#{one}", f"#{other}")) != ALIKE


def test_names_that_change_places_are_alike(svg):
    one, other = re.findall(r'<path id="(m\w{10})"', svg)[-2:]
    swapped = svg.replace(one, "m").replace(other, one).replace('"m"', f'"{other}"')
    swapped = swapped.replace('"#m"', f'"#{other}"')
    assert difference(svg, swapped) == ALIKE


@pytest.mark.parametrize("text", ['x="1.000"', 'd="M 1.000 2"', "translate(1.000 2)"])
def test_lengths_stand_in_tags_alone(text):
    for around in ("<svg><!-- > {} --></svg>", "<svg><title> {}</title></svg>"):
        stored = around.format(text)
        assert difference(stored, stored.replace("1.000", "1.001")) != ALIKE


def test_quotation_marks_in_comments_hide_no_tag():
    stored = '<svg><!-- 5" --><path d="M 1.000 2"/><!-- 6" --></svg>'
    assert difference(stored, stored.replace("1.000", "1.001")) == ALIKE


@pytest.mark.parametrize("place", [MARK, FRAME, LENGTHS["the end of a line"]])
def test_an_explorable_s_picture_is_a_drawing(html, place):
    def moved(length):
        def redrawn(found):
            return found[1] + quote(altered(unquote(found[2]), place, by(length)), safe=" /:=,;()'")

        return altered(html, r'(src="data:image/svg\+xml,)([^"]*)', redrawn)

    assert pages_differ(html, moved(0.009)) == ALIKE
    assert pages_differ(html, moved(0.02)) != ALIKE


RESULTS = {
    "a number of its table": (r"<td>−?1</td>", "<td>1.001</td>"),
    "a word of its table": (r">update<", ">change<"),
    "a number of its description": (r"(alt=\"\D*)3", r"\g<1>4"),
    "a number of its state": (r"\[-1\.0", "[-1.000001"),
    "its script": (r"const STYLE", "const STYLES"),
    "a colour of its picture": ("%230072b2", "%230072b3"),
    "its size": (r"width=\"\d+\"", 'width="100"'),
    "its picture": (r'src="data:image/svg\+xml,[^"]*"', 'src=""'),
}


@pytest.mark.parametrize(("old", "new"), RESULTS.values(), ids=RESULTS)
def test_an_explorable_s_results_are_exact(html, old, new):
    assert pages_differ(html, html) == ALIKE
    assert pages_differ(html, altered(html, old, new)) != ALIKE


def test_a_report_names_the_place_in_two_short_lines(svg):
    stored, computed = difference(svg, altered(svg, r"(<use [^>]* x=\")([\d.]+)", by(2)))
    assert re.fullmatch(r"stored: x of use in line2d_\d+: [\d.]+", stored)
    assert re.fullmatch(r"computed: x of use in line2d_\d+: [\d.]+", computed)
    for word in ("C1", "C2"):
        lines = difference(svg, altered(svg, f"(<title>.*){word}", r"\1C3"))
        assert all(len(line) < 120 for line in lines)
        assert word in lines[0]
        assert "C3" in lines[1]

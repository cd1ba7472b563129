"""What all figures share: their palette, the formats that a notebook stores, words, checks."""

import io
import re
from base64 import b64decode
from itertools import combinations

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from PIL import Image

from perceptrons import data, explore, figures, plots
from perceptrons.plots import palette, words

COLOURS = {name: getattr(palette, name) for name in ("BLUE", "ORANGE", "GREEN", "GREY")}
PAGES = {"white": "#ffffff", "the site, dark": "#131416", "JupyterLab, dark": "#111111"}

# Machado, Oliveira and Fernandes (2009): what remains of linear RGB without one kind of cone.
BLINDNESS = {
    "protanopia": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    "deuteranopia": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
}
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def linear(colour):
    c = np.array(to_rgb(colour))
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def contrast(a, b):
    """Return the ratio of WCAG 2."""
    low, high = sorted(XYZ[1] @ linear(c) for c in (a, b))
    return (high + 0.05) / (low + 0.05)


def lab(rgb):
    """Return lightness and hue of linear RGB, in which a distance of 2 is just seen."""
    x, y, z = np.cbrt(XYZ @ np.clip(rgb, 0, 1) / XYZ.sum(axis=1))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
@pytest.mark.parametrize("colour", COLOURS.values(), ids=COLOURS)
def test_colours_are_seen_on_light_and_dark_pages(colour, page):
    assert contrast(colour, page) >= 3  # WCAG 2, success criterion 1.4.11


@pytest.mark.parametrize("cones", BLINDNESS.values(), ids=BLINDNESS)
def test_hues_stay_apart_for_colour_blind_readers(cones):
    for a, b in combinations(("BLUE", "ORANGE", "GREEN"), 2):
        seen = [lab(np.array(cones) @ linear(COLOURS[name])) for name in (a, b)]
        assert np.linalg.norm(np.subtract(*seen)) > 30, (a, b)


def test_classes_and_curves_differ_in_shape_too():
    assert len({style[1] for style in palette.CURVES}) == len(palette.CURVES)
    assert len({style[2] for style in palette.CLASSES.values()}) == 2


def test_explorables_have_no_colours_of_their_own():
    from perceptrons.explore import _element

    style = _element._style()
    assert set(re.findall("#[0-9a-f]{6}", style)) == {palette.BLUE, palette.ORANGE, palette.GREEN}


def picture():
    fig, ax = plots.figure()
    plots.plane(ax)
    plots.patterns(ax, *data.modified_or())
    plots.boundary(ax, [1, 1, 1])
    return fig


def test_a_notebook_stores_svg_png_and_words():
    stored, sizes = picture()._repr_mimebundle_()
    assert stored["image/svg+xml"] == picture().svg()
    assert stored["text/plain"] == picture().alt
    png = b64decode(stored["image/png"])
    assert png == picture().png()
    assert len(png) < 25_000
    image = Image.open(io.BytesIO(png))
    assert image.info == {}, "no date, no program"
    shown = sizes["image/png"]
    for side in ("width", "height"):
        assert getattr(image, side) / shown[side] == pytest.approx(160 / 96, rel=0.01)


def test_drawing_leaves_no_trace():
    (one, axes), (other, others) = plots.figure(1, 2), plots.figure(1, 2)
    for panels in (axes, others):
        figures.ch06.step(panels, w=[-2, 0], z=[1, 1], w_star=[3, 1])
    svg, png = one.svg(), one.png()
    assert (other.png(), other.svg()) == (png, svg)
    assert (one.svg(), one.png()) == (svg, png)


def test_the_png_keeps_the_colours():
    colours = {
        colour for _, colour in Image.open(io.BytesIO(picture().png())).convert("RGB").getcolors()
    }
    for colour in ("white", "black", palette.BLUE, palette.ORANGE):
        assert tuple(round(255 * part) for part in to_rgb(colour)) in colours


def test_an_explorable_stores_a_still_picture_for_viewers_without_scripts():
    shown = explore.rule(*data.modified_or())
    stored, sizes = shown._repr_mimebundle_()
    assert stored["image/png"] == shown.picture._repr_mimebundle_()[0]["image/png"]
    assert sizes["image/png"]["width"] > 300
    assert stored["text/html"].count("<img ") == 1
    assert "<svg" not in stored["text/html"].split("<script>")[0], "JupyterLab would drop it"
    assert stored["text/plain"] == repr(shown)


def test_words_have_no_hyphen_for_a_minus():
    assert words.listed([-1, -0.5, 2]) == "−1, −0.5, 2"
    assert words.point([-1]) == "−1"
    assert words.equation([0, -1, 2]) == "−x₁ + 2x₂"
    assert words.equation([0, 0]) == "0"
    assert [words.count(n, "line") for n in (0, 1, 2)] == ["0 lines", "1 line", "2 lines"]

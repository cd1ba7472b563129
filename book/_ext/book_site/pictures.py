"""Pictures: alternative text, size, lazy loading.

The alternative text of a figure is the title in its SVG, which `perceptrons.plots` writes. Its size is
written into the page, so that the layout does not shift when the picture is loaded.
"""

from pathlib import Path
from xml.etree import ElementTree

from docutils import nodes
from sphinx.util import logging
from sphinx.writers.html5 import HTML5Translator

logger = logging.getLogger(__name__)

TITLE = ".//{http://purl.org/dc/elements/1.1/}title"
PIXELS = {"pt": 4 / 3, "px": 1, "": 1}  # CSS pixels in a unit of length


def look_at_images(app, doctree):
    """Take alternative text and size of an image from its SVG; load all but the first lazily."""
    for number, image in enumerate(doctree.findall(nodes.image)):
        file = Path(app.srcdir, image["uri"])
        svg = ElementTree.parse(file).getroot() if file.suffix == ".svg" else None
        if svg is not None:
            image["alt"] = image.get("alt") or svg.findtext(TITLE, "")
            image["size"] = [_pixels(svg.get(side, "")) for side in ("width", "height")]
        if not image.get("alt"):
            logger.warning("image without alternative text: %s", image["uri"], location=image)
        if number:
            image["loading"] = "lazy"


def _pixels(length):
    number = length.rstrip("ptx")
    return float(number) * PIXELS[length[len(number) :]] if number else None


def visit_image(translator, node):
    """Write an image as Sphinx does, with its size: whole pixels, and the exact ratio of its sides."""
    HTML5Translator.visit_image(translator, node)
    if all(node.get("size", [None])):
        width, height = node["size"]
        size = (
            f'width="{width:.0f}" height="{height:.0f}" style="aspect-ratio: {width / height:.4f}"'
        )
        tag = translator.body[-1]
        translator.body[-1] = tag.replace("<img ", f"<img {size} ", 1)


def setup(app):
    """Register the reading and the writing of images."""
    app.connect("doctree-read", look_at_images)
    app.add_node(nodes.image, override=True, html=(visit_image, lambda *_: None))

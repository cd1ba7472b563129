"""Pictures: alternative text, size, lazy loading, and stills of explorables in files of their own.

The alternative text of a figure is the title in its SVG, which `perceptrons.plots` writes. Its size is
written into the page, so that the layout does not shift when the picture is loaded.
"""

import re
from hashlib import sha256
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

from docutils import nodes
from sphinx.util import logging
from sphinx.writers.html5 import HTML5Translator

logger = logging.getLogger(__name__)

STILL = re.compile(r'src="data:image/svg\+xml,([^"]*)"')
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


def file_stills(app, pagename, templatename, context, doctree):
    """Write each still into a file: where the explorable runs none is fetched, up to 10 KB of a page."""

    def written(found):
        svg = unquote(found[1]).encode()
        name = f"_images/still-{sha256(svg).hexdigest()[:16]}.svg"
        Path(app.outdir, name).parent.mkdir(exist_ok=True)
        Path(app.outdir, name).write_bytes(svg)
        return f'loading="lazy" src="{context["pathto"](name, resource=True)}"'

    if "body" in context:
        context["body"] = STILL.sub(written, context["body"])


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
    app.connect("html-page-context", file_stills)
    app.add_node(nodes.image, override=True, html=(visit_image, lambda *_: None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}

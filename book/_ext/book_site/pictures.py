"""A figure's alternative text is the title inside its SVG, where `perceptrons.plots` writes it."""

from pathlib import Path
from xml.etree import ElementTree

from docutils import nodes
from sphinx.util import logging

logger = logging.getLogger(__name__)


def describe_images(app, doctree):
    """Take the alternative text of an image that has none from the title inside its SVG."""
    for image in doctree.findall(nodes.image):
        if not image.get("alt"):
            file = Path(app.srcdir, image["uri"])
            image["alt"] = _svg_title(file) if file.suffix == ".svg" else ""
        if not image["alt"]:
            logger.warning("image without alternative text: %s", image["uri"], location=image)


def _svg_title(file):
    return ElementTree.parse(file).findtext(".//{http://purl.org/dc/elements/1.1/}title", "")


def setup(app):
    """Look at the images of each page that is read."""
    app.connect("doctree-read", describe_images)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

"""Numbered figures: a cell's picture with its caption, and the words *enlarge* and *code* at its end.

The caption is the paragraph after the cell, if it begins with words in italics. A picture without one
is a warning, so ``-W`` fails. The metadata of the cell may name the figure, ``"name": "fig-two-lines"``,
and the text of any chapter then points to it by ``{numref}`fig-two-lines` ``: figure 2.3. A table is not
numbered; its paragraph in italics is kept by it.
"""

from docutils import nodes
from sphinx.util import logging

logger = logging.getLogger(__name__)


class Enlarge(nodes.General, nodes.Element):
    """A link to the picture of its figure by itself, which cells.js shows as large as the window."""


def show(cell, words, code):
    """Let a cell show its output, the words of its caption, and the word that unfolds its code.

    Pictures and explorables have a PNG beside them; only a picture is enlarged.
    """
    kinds = {part.get("mime_type") for part in cell.findall(nodes.container)}
    if "image/png" not in kinds:
        cell += [nodes.paragraph("", "", *words, classes=["caption"]), code]
        return
    if not words:
        logger.warning(
            "a figure has no caption: begin the paragraph after it with words in italics",
            location=cell,
        )
    figure = nodes.figure("", *cell.children, nodes.caption("", "", *words), Enlarge(), code)
    if name := cell["cell_metadata"].get("name"):
        figure["names"].append(name)
    cell.document.note_explicit_target(figure, figure)
    cell.children = []
    cell += figure


def visit_enlarge(translator, node):
    """Write the link, if the picture is a file; an explorable is none."""
    for image in node.parent.findall(
        nodes.image
    ):  # which has been written: its address is that of the page
        translator.body.append(f'<a class="enlarge" href="{image["uri"]}">enlarge</a>\n')
    raise nodes.SkipNode


def setup(app):
    """Register the link."""
    app.add_node(Enlarge, html=(visit_enlarge, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}

"""Numbered figures: a cell's picture with its caption, and the word *code* at the caption's end.

The caption is the paragraph after the cell, if it begins with words in italics. The metadata of the
cell may name the figure, ``"name": "fig-two-lines"``, and the text of any chapter then points to it by
``{numref}`fig-two-lines` ``: figure 2.3. A table is not numbered; its paragraph in italics is kept by it.
"""

from docutils import nodes

# A script gives it its work (cells.js); brought by the script, it would move the word beside it.
ENLARGE = '<button class="enlarge" disabled>enlarge</button>'


def show(cell, words, code):
    """Let a cell show its output, the words of its caption, and the word that unfolds its code.

    Pictures and explorables have a PNG beside them; only a picture is enlarged.
    """
    kinds = {part.get("mime_type") for part in cell.findall(nodes.container)}
    if "image/png" not in kinds:
        cell += [nodes.paragraph("", "", *words, classes=["caption"]), code]
        return
    figure = nodes.figure("", *cell.children, nodes.caption("", "", *words))
    figure += [] if "text/html" in kinds else nodes.raw("", ENLARGE, format="html")
    figure += code
    if name := cell["cell_metadata"].get("name"):
        figure["names"].append(name)
    cell.document.note_explicit_target(figure, figure)
    cell.children = []
    cell += figure

"""How tall each section will be, on a narrow screen and on a wide one.

A browser lays out a section when it comes near the screen (steady.css), and keeps a place for it before.
The better the place fits, the less moves: the bar at the side, and what a link leads to. Estimated from
lines of text and blocks, as a reader would who has only seen the source.
"""

from math import ceil

from docutils import nodes

SCREENS = {"narrow": (46, 340), "wide": (92, 700)}  # characters in a line, pixels across
LINE, BLOCK = 1.3, 1.8  # rem: a line, and what stands above and below a block
EXPLORABLE = {"narrow": 60, "wide": 40}  # rem
TEX = 0.45  # characters that are seen, for each of TeX
CODE = nodes.literal_block, nodes.doctest_block


def blocks(node):
    """Yield the blocks of a node that are seen: of one that is folded, its title."""
    for child in node.children:
        if isinstance(child, nodes.Element):
            folded = {"dropdown", "toggle", "hide"} & {*child.get("classes", [])}
            whole = isinstance(child, (nodes.TextElement, nodes.image, nodes.row, nodes.raw))
            yield from [child] if whole or folded else blocks(child)


def length(node):
    """Return about how many characters of a text are seen."""
    texts = node.findall(nodes.Text)
    return sum(len(t) * (TEX if isinstance(t.parent, nodes.math) else 1) for t in texts)


def height(block, screen):
    """Estimate the height of a block in rem."""
    columns, across = SCREENS[screen]
    if isinstance(block, nodes.image):
        wide, high = block.get("size") or (across, across / 2)
        return BLOCK + high * min(1, across / wide) / 16
    if isinstance(block, nodes.raw) and "explorable" in block.astext():
        return EXPLORABLE[screen]
    if isinstance(block, nodes.raw):
        lines = block.astext().count("<tr")
    elif isinstance(block, nodes.row):
        lines = max(map(length, block)) * len(block) / columns
    elif isinstance(block, (*CODE, nodes.math_block)):
        lines = block.astext().count("\n") + 1
    else:
        lines = length(block) / columns
    return BLOCK + LINE * ceil(lines)


def keep_places(app, pagename, templatename, context, doctree):
    """Write down the heights of each section within a chapter."""
    for section in doctree.findall(nodes.section) if doctree else []:
        if isinstance(section.parent, nodes.section):
            seen = list(blocks(section))
            rem = {
                screen: round(sum(height(block, screen) for block in seen)) for screen in SCREENS
            }
            style = "; ".join(f"--{screen}: {high}rem" for screen, high in rem.items())
            opening = f'<section id="{section["ids"][0]}"'
            context["body"] = context["body"].replace(opening, f'{opening} style="{style}"', 1)


def setup(app):
    """Look at each page that is written."""
    app.connect("html-page-context", keep_places)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

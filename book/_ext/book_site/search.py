"""The search: what a reader may look for is a passage, each with its address and a weight.

Sections come before names of the library, and the questions of *Which chapter answers your question?* first
of all. The passages are written as a script, since a page may load one in the file system too; MiniSearch
ranks them in the reader's browser (search.js).
"""

import json
import re
from pathlib import Path
from posixpath import dirname, join, normpath

from docutils import nodes
from sphinx import addnodes

from book_site.cells import Fold, kind_of
from book_site.formulas import typeset

MINISEARCH = Path("node_modules", "minisearch")
QUESTIONS = "about-questions"  # the name of a section
UNREAD = nodes.raw | nodes.image | nodes.comment | nodes.citation | addnodes.desc
TALL = re.compile("<(mfrac|msup|msubsup|msqrt|munder|munderover|mtable)")  # not read in one line
# How much a passage counts; a passage of a chapter is 1.
WEIGHTS = {
    "about": 0.9,
    "glossary": 0.75,
    "assignments": 0.6,
    "errata": 0.6,
    "sources": 0.6,
    "checker": 0.6,
}
WEIGHTS |= dict.fromkeys(("bibliography", "formal", "speed", "status"), 0.4) | {"reference": 0.15}
QUESTION, NAME = 1.8, 0.15


def hidden(node):
    """Tell whether a part of a page is not read: code that is folded, and what else has no words."""
    kind = isinstance(node, Fold) and node["kind"] in ("check", "setup", "figure")
    return (
        kind or isinstance(node, UNREAD) or bool(kind_of(node.get("cell_metadata", {})) == "setup")
    )


def own(node):
    """Tell whether a part is a passage of its own: a section, a theorem, or an entry of the glossary."""
    if isinstance(node, nodes.section):
        return node[0].tagname == "title"
    if isinstance(node, nodes.definition_list_item):
        return bool(node[0].get("ids"))
    return bool(
        isinstance(node, nodes.Element) and node.get("realtype") and node["title"].strip(" ()")
    )


def words(node):
    """Yield the words of a part of a page, without the passages within it."""
    if isinstance(node, nodes.Text):
        yield node.astext()
    elif isinstance(node, nodes.math | nodes.math_block):
        drawn = typeset(node.astext(), isinstance(node, nodes.math_block)).get("html", "<mfrac")
        yield "…" if TALL.search(drawn) else re.sub("<[^>]*>", "", drawn)
    elif not hidden(node):
        for part in node.children:
            if not own(part):
                yield from words(part)
        yield "" if isinstance(node, nodes.Inline) else " "


def text(*parts):
    """Return the words of some parts in one line."""
    return " ".join("".join(word for part in parts for word in words(part)).split())


def passages(page, doctree):
    """Yield the passages of a page: (weight, page, anchor, title, text)."""
    weight = next((less for name, less in WEIGHTS.items() if name in page), 1)
    for section in doctree.findall(nodes.section):
        if section[0].tagname == "title":
            yield weight, page, section["ids"][-1], text(section[0]), text(*section[1:])
        if QUESTIONS in section["ids"]:
            for row in section.findall(nodes.row):
                for link in [*row.findall(nodes.reference)][:1]:
                    to, _, anchor = link.get("refuri", f"#{link.get('refid')}").partition("#")
                    to = normpath(join(dirname(page), to.removesuffix(".html"))) if to else page
                    yield QUESTION, to, anchor, text(row[0]), text(row[1])
    for box in doctree.findall(nodes.Element):
        if title := box.get("realtype") and box["title"].strip(" ()"):
            yield weight, page, box["ids"][0], f"{title} ({box['realtype']})", text(box)
    for entry in doctree.findall(nodes.definition_list_item):
        terms = [*entry.findall(nodes.term)]
        if terms and terms[0]["ids"]:
            yield weight, page, terms[0]["ids"][0], ", ".join(map(text, terms)), text(entry[-1])
    for described in doctree.findall(addnodes.desc):
        if described[0]["ids"]:
            name = described[0]["ids"][0].removeprefix("perceptrons.")
            yield NAME, page, described[0]["ids"][0], name, text(*described[1].children[:1])


def note(app, doctree, page):
    """Keep the passages of a page that is written."""
    if app.builder.format == "html" and page != "book/register":
        app.passages[page] = [*passages(page, doctree)]


def write(app, exception):
    """Write all passages, and MiniSearch beside them, in place of Sphinx's index."""
    if exception or app.builder.format != "html":
        return
    out, source = Path(app.outdir), Path(app.srcdir, MINISEARCH)
    titles = {page: app.env.titles[page].astext() for page in app.passages}
    listed = [passage for page in app.passages.values() for passage in page]
    data = json.dumps([titles, listed], ensure_ascii=False, separators=(",", ":"))
    (out / "_static" / "passages.js").write_text(f"PASSAGES = {data}\n", "utf-8")
    code = (source / "dist" / "umd" / "index.js").read_text("utf-8")
    licence = (source / "LICENSE.txt").read_text("utf-8")
    (out / "_static" / "minisearch.js").write_text(f"/*!\n{licence}*/\n{code}", "utf-8")
    (out / "searchindex.js").unlink(missing_ok=True)


def setup(app):
    """Collect passages while pages are written."""
    app.passages = {}
    app.connect("doctree-resolved", note, priority=900)
    app.connect("build-finished", write, priority=800)  # before the formulas' process ends
    return {"parallel_read_safe": True, "parallel_write_safe": False}

"""The search: what a reader may look for is a passage, with its address and a weight.

Sections come before names of the library, and the questions of *Which chapter answers your question?* first
of all. The passages are written as a script, which a page may load in the file system too; MiniSearch ranks
them in the reader's browser (search.js).
"""

import json
import re
from itertools import chain
from pathlib import Path
from posixpath import dirname, join, normpath

from docutils import nodes
from docutils.nodes import Text
from sphinx import addnodes

from book_site.cells import Fold
from book_site.formulas import typeset

QUESTIONS = "about-questions"  # the name of a section
TALL = re.compile("<(mfrac|msup|msubsup|msqrt|munder|munderover|mtable)")  # not read in one line
# How much a passage counts, by its page; one of a chapter counts 1.
WEIGHTS = {"about": 0.9, "glossary": 0.75, "reference": 0.15}
WEIGHTS |= dict.fromkeys(("assignments", "checker", "errata", "sources"), 0.6)
WEIGHTS |= dict.fromkeys(("bibliography", "formal", "speed", "status"), 0.4)
QUESTION = 1.8


def parts(node):
    """Return the anchor, the title and the text of a passage, or None: nodes, which `text` reads."""
    if isinstance(node, nodes.section) and isinstance(node[0], nodes.title):
        return node["ids"][-1], node[:1], node[1:]
    if isinstance(node, nodes.definition_list_item) and node[0].get("ids"):
        terms = ", ".join(term.astext() for term in node.findall(nodes.term))
        return node[0]["ids"][0], [Text(terms)], node[-1:]
    if isinstance(node, addnodes.desc) and node[0]["ids"]:
        (name,) = node[0]["ids"][:1]
        return name, [Text(name.removeprefix("perceptrons."))], node[1][:1]
    if isinstance(node, nodes.Element) and node.get("realtype") and node["title"].strip(" ()"):
        return node["ids"][0], [Text(f"{node['title'].strip(' ()')} ({node['realtype']})")], node[:]
    return None


def words(node):
    """Yield the words of a part of a page, without the passages within it and without folded code."""
    if isinstance(node, Text):
        yield node.astext()
    elif isinstance(node, nodes.math | nodes.math_block):
        drawn = typeset(node.astext(), isinstance(node, nodes.math_block)).get("html", "<mfrac")
        yield "…" if TALL.search(drawn) else re.sub("<[^>]*>", "", drawn)
    elif isinstance(node, nodes.raw | nodes.image | nodes.comment):
        yield " "
    elif not (isinstance(node, Fold) and node["kind"] in ("check", "setup", "figure")):
        for part in node.children:
            if not parts(part):
                yield from words(part)
        yield "" if isinstance(node, nodes.Inline) else " "


def text(part):
    """Return the words of some nodes in one line."""
    return " ".join("".join(word for node in part for word in words(node)).split())


def questions(page, section):
    """Yield each row of the list of questions, with the address of its first link."""
    for row in section.findall(nodes.row):
        for link in [*row.findall(nodes.reference)][:1]:
            to, _, anchor = link.get("refuri", f"#{link.get('refid')}").partition("#")
            to = normpath(join(dirname(page), to.removesuffix(".html"))) if to else page
            yield QUESTION, to, anchor, text(row[:1]), text(row[1:])


def note(app, doctree, page):
    """Keep the passages of a page that is written: weight, page, anchor, title, text."""
    if app.builder.format != "html" or page == "book/register":
        return
    weight = next((less for name, less in WEIGHTS.items() if name in page), 1)
    app.passages[page] = found = []
    for node in doctree.findall(nodes.Element):
        if passage := parts(node):
            anchor, *told = passage
            found.append((weight, page, anchor, *map(text, told)))
            found += questions(page, node) if QUESTIONS in node["ids"] else []


def write(app, exception):
    """Write all passages, and MiniSearch beside them, in place of Sphinx's index."""
    if exception or app.builder.format != "html":
        return
    out, source = Path(app.outdir, "_static"), Path(app.srcdir, "node_modules", "minisearch")
    titles = {page: app.env.titles[page].astext() for page in app.passages}
    data = [titles, [*chain(*app.passages.values())]]
    script = f"PASSAGES = {json.dumps(data, ensure_ascii=False, separators=(',', ':'))}\n"
    (out / "passages.js").write_text(script, "utf-8")
    licence, code = (source / name for name in ("LICENSE.txt", "dist/umd/index.js"))
    code = f"/*!\n{licence.read_text('utf-8')}*/\n{code.read_text('utf-8')}"
    (out / "minisearch.js").write_text(code, "utf-8")
    (out.parent / "searchindex.js").unlink(missing_ok=True)


def setup(app):
    """Collect passages while pages are written."""
    app.passages = {}
    app.connect("doctree-resolved", note, priority=900)
    app.connect("build-finished", write)

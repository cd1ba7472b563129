"""The index at the back: ``{index-of-the-book}`` lists terms, theorems and names of the library.

A term links to the glossary, and to the section of each chapter that uses it first; a theorem to
its page; a name of the library to the reference.
"""

import re
from itertools import groupby

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective

from book_site.glossary import EVERYDAY, Glossary, above


class Place(nodes.General, nodes.Element):
    """A placeholder for the index, filled when all pages are read."""


class Directive(SphinxDirective):
    """Put the placeholder."""

    def run(self):
        """Return the placeholder."""
        return [Place()]


def chapters(env):
    """Return the chapters as (number, page), in their order."""
    found = (re.match(r"book/(\d+)_", doc) for doc in sorted(env.found_docs))
    return [(str(int(match[1])), match.string) for match in found if match]


def titled(node):
    """Return the innermost section with a title around a node; a theorem is a section without."""
    sections = (outer for outer in above(node) if isinstance(outer, nodes.section))
    return next((section for section in sections if isinstance(section[0], nodes.title)), None)


def first_uses(document, glossary):
    """Return the id of the section that first uses each entry."""
    met = {}
    for text in document.findall(nodes.Text):
        if isinstance(text.parent, nodes.paragraph | nodes.emphasis | nodes.title):
            for match in glossary.pattern.finditer(text):
                met.setdefault(glossary.entries[glossary.term(match).lower()], titled(text))
    return {entry: section["ids"][0] for entry, section in met.items() if section}


def sorted_by(line):
    """Return the sort key of a line: its words without an article, small letters first."""
    text = re.sub(r"^(An?|The) ", "", line.astext())
    return text.lower(), text.swapcase()


class Index(SphinxPostTransform):
    """Write the index from what all pages define."""

    default_priority = 5

    def run(self, **kwargs):
        """Replace the placeholder by lists, one a letter."""
        for place in list(self.document.findall(Place)):
            lines = [*self.terms(), *self.theorems(), *self.names()]
            lines.sort(key=sorted_by)
            sections = []
            for letter, group in groupby(lines, key=lambda line: sorted_by(line)[0][0].upper()):
                items = [nodes.list_item("", line) for line in group]
                listed = nodes.bullet_list("", *items, classes=["index"])
                title = nodes.title("", letter)
                sections.append(nodes.section("", title, listed, ids=[f"index-{letter.lower()}"]))
            place.replace_self(sections)

    def link(self, text, doc, anchor):
        """Return a reference to a place of the book."""
        uri = self.app.builder.get_relative_uri(self.env.docname, doc)
        text = text if isinstance(text, nodes.Node) else nodes.Text(text)
        inner = nodes.inline("", "", text)
        return nodes.reference("", "", inner, internal=True, refuri=f"{uri}#{anchor}")

    def terms(self):
        """Yield a line for each term: its entry in the glossary, then the chapters."""
        objects = self.env.get_domain("std").objects
        entries = {name: place for (kind, name), place in objects.items() if kind == "term"}
        glossary = Glossary(entries)
        met = [
            (number, page, first_uses(self.env.get_doctree(page), glossary))
            for number, page in chapters(self.env)
        ]
        for term, entry in entries.items():
            line = nodes.paragraph("", "", self.link(term, *entry))
            for number, page, uses in met:
                if entry in uses and term.lower() not in EVERYDAY:
                    line += [nodes.Text(", "), self.link(number, page, uses[entry])]
            yield line

    def theorems(self):
        """Yield a line for each definition and theorem that has a title."""
        for number, page in chapters(self.env):
            for proof in self.env.get_doctree(page).findall(lambda node: "realtype" in attrs(node)):
                if title := proof["title"].strip(" ()"):
                    kind = nodes.Text(f" ({proof['realtype']}), ")
                    link = self.link(number, page, proof["ids"][0])
                    yield nodes.paragraph("", "", nodes.Text(title), kind, link)

    def names(self):
        """Yield a line for each function and class of the library."""
        for name, entry in self.env.get_domain("py").objects.items():
            if entry.objtype in ("function", "class", "exception") and not entry.aliased:
                short = nodes.literal("", name.removeprefix("perceptrons."))
                yield nodes.paragraph("", "", self.link(short, entry.docname, entry.node_id))


def attrs(node):
    """Return the attributes of a node; a text node has none."""
    return getattr(node, "attributes", {})


def setup(app):
    """Add the directive, and the transform that fills the placeholder."""
    app.add_directive("index-of-the-book", Directive)
    app.add_node(Place)
    app.add_post_transform(Index)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

"""The index at the back: terms, theorems, people and names of the library, below its page's text.

A term links to the glossary, to the place that explains it, and to the section of each chapter that
uses it first; a theorem to its page; an author to the sections that cite the work; a name of the
library to the reference, in a list of its own at the end.
"""

import re
from itertools import groupby

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.transforms.post_transforms import SphinxPostTransform

from book_site.glossary import APOSTROPHE, EVERYDAY, Glossary, above

PAGE, EXPLAINED = "book/register", "book/glossary"
RUNNING = nodes.paragraph | nodes.emphasis | nodes.title


def chapters(env):
    """Return the chapters as (number, page, doctree), in their order."""
    found = (re.match(r"book/(\d+)_", doc) for doc in sorted(env.found_docs))
    return [(str(int(m[1])), m.string, env.get_doctree(m.string)) for m in found if m]


def titled(node):
    """Return the innermost section with a title around a node; a theorem is a section without."""
    sections = (outer for outer in above(node) if isinstance(outer, nodes.section))
    return next((section for section in sections if isinstance(section[0], nodes.title)), None)


def first_uses(document, glossary):
    """Return the id of the section that first uses each entry."""
    met = {}
    for text in document.findall(nodes.Text):
        if isinstance(text.parent, RUNNING):
            for match in glossary.pattern.finditer(text):
                met.setdefault(glossary.entries[glossary.term(match).lower()], titled(text))
    return {entry: section["ids"][0] for entry, section in met.items() if section}


def homes(document):
    """Return, for the id of each term of the glossary, the references of its explanation."""
    found = {}
    for item in document.findall(nodes.definition_list_item):
        references = [*item.children[-1].findall(pending_xref)]
        found |= {name: references for term in item.findall(nodes.term) for name in term["ids"]}
    return found


def sorted_by(line):
    """Return the sort key of a line: its first words without an article, small letters first."""
    text = re.sub(r"^(An?|The) ", "", line[0].astext())
    return text.lower(), text.swapcase()


class Index(SphinxPostTransform):
    """Write the index from what all pages define."""

    default_priority = 5

    def run(self, **kwargs):
        """Append lists to the page: one a letter, then the names of the library."""
        if self.env.docname != PAGE:
            return
        written = chapters(self.env)
        lines = [*self.terms(written), *self.theorems(written), *self.people(written)]
        lines.sort(key=sorted_by)
        for letter, group in groupby(lines, key=lambda line: sorted_by(line)[0][0].upper()):
            self.append(letter, group, f"index-{letter.lower()}")
        self.append("Names of the library", sorted(self.names(), key=sorted_by), "index-library")

    def append(self, title, lines, name):
        """Append a section with a list."""
        items = [nodes.list_item("", line) for line in lines]
        listed = nodes.bullet_list("", *items, classes=["index"])
        self.document[0] += nodes.section("", nodes.title("", title), listed, ids=[name])

    def link(self, text, doc, anchor):
        """Return a reference to a place of the book."""
        uri = self.app.builder.get_relative_uri(self.env.docname, doc)
        return nodes.reference(
            "", "", nodes.inline("", "", text), internal=True, refuri=f"{uri}#{anchor}"
        )

    def terms(self, written):
        """Yield a line for each term: its entry in the glossary, its place, then the chapters."""
        objects = self.env.get_domain("std").objects
        entries = {name: place for (kind, name), place in objects.items() if kind == "term"}
        glossary = Glossary(entries)
        explained = homes(self.env.get_doctree(EXPLAINED))
        met = [(number, page, first_uses(tree, glossary)) for number, page, tree in written]
        for term, entry in entries.items():
            shown = nodes.Text(term.replace("'", APOSTROPHE))
            line = nodes.paragraph("", "", self.link(shown, *entry))
            used = [
                self.link(nodes.Text(number), page, uses[entry])
                for number, page, uses in met
                if entry in uses and term.lower() not in EVERYDAY
            ]
            places = [it.deepcopy() for it in explained[entry[1]]]
            if len(used) == 1:  # a whole chapter would say no more than its number
                places = [it for it in places if not re.search(r"\b\d+_", it["reftarget"])]
            for place in places:
                place["refdoc"] = PAGE
            for link in places + used:
                line += [nodes.Text(", "), link]
            yield line

    def theorems(self, written):
        """Yield a line for each definition and theorem that has a title."""
        for number, page, tree in written:
            for box in tree.findall(nodes.Element):
                if title := box.get("realtype") and box["title"].strip():
                    title = title.removeprefix("(").removesuffix(")").replace("'", APOSTROPHE)
                    words = nodes.Text(f"{title} ({box['realtype']})")
                    link = self.link(nodes.Text(number), page, box["ids"][0])
                    yield nodes.paragraph("", "", words, nodes.Text(", "), link)

    def people(self, written):
        """Yield a line for each author whom a chapter cites, with each section that does so first."""
        entries = {it.key: it.entry for it in self.env.get_domain("cite").citations}
        cited = {}
        for number, page, tree in written:
            for citation in tree.findall(pending_xref):
                if citation["refdomain"] == "cite":
                    keys = citation["reftarget"].split(",")
                    for person in (who for key in keys for who in entries[key].persons["author"]):
                        parts = [*person.rich_prelast_names, *person.rich_last_names]
                        name = " ".join(str(part) for part in parts)
                        anchor = titled(citation)["ids"][0]
                        cited.setdefault(name, {}).setdefault(number, (page, anchor))
        for name, places in cited.items():
            line = nodes.paragraph("", name)
            for number, place in places.items():
                line += [nodes.Text(", "), self.link(nodes.Text(number), *place)]
            yield line

    def names(self):
        """Yield a line for each function and class of the library."""
        for name, entry in self.env.get_domain("py").objects.items():
            if entry.objtype in ("function", "class", "exception") and not entry.aliased:
                short = nodes.literal("", name.removeprefix("perceptrons."))
                yield nodes.paragraph("", "", self.link(short, entry.docname, entry.node_id))


def setup(app):
    """Add the transform that writes the index."""
    app.add_post_transform(Index)

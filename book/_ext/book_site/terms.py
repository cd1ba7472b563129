"""The first use of a term in a chapter leads to the glossary.

Only in plain paragraphs: not in headings, tables, links, code or formulas. A section that
defines a term, by setting it in *italics*, needs no link to it; neither does the rest of that page.
At most two links a paragraph; the other terms wait for their next use.
"""

import re

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.transforms.post_transforms import SphinxPostTransform

# In the glossary, but everyday words as well: a link at their first use would often be a silly one.
EVERYDAY = {"distance", "error", "foot", "growth", "normal", "progress", "rate", "squeeze"}
ELSEWHERE = nodes.entry | nodes.caption | nodes.legend | nodes.Admonition  # definitions, too
LIMIT = 2


class Glossary:
    """The terms, each with the entry that explains it; some entries explain several."""

    def __init__(self, entries):
        self.entries = {term.lower(): entry for term, entry in entries.items()}
        self.names = {term.lower(): term for term in entries}
        longest_first = sorted(map(re.escape, self.entries), key=len, reverse=True)
        words = "|".join(longest_first).replace(r"\ ", r"\s+")
        self.pattern = re.compile(rf"(?<![\w-])({words})(s|es)?(?![\w-])", flags=re.IGNORECASE)

    def term(self, match):
        """Return the term of a match of the pattern as it is written in the glossary."""
        return self.names[re.sub(r"\s+", " ", match[1]).lower()]


def above(node):
    """Yield the nodes around a node, the innermost first."""
    while node := node.parent:
        yield node


def in_passing(node):
    """Say whether a node stands where a link would disturb: all but running text."""
    return any(
        isinstance(outer, ELSEWHERE) or "sources" in getattr(outer, "attributes", {}).get("ids", ())
        for outer in above(node)
    )


def section_of(node):
    """Return the innermost section around a node."""
    return next((outer for outer in above(node) if isinstance(outer, nodes.section)), None)


def defined(node, glossary):
    """Return the entry that a node defines, or None: it sets a term in italics."""
    match = isinstance(node, nodes.emphasis) and glossary.pattern.fullmatch(node.astext())
    return glossary.entries[glossary.term(match).lower()] if match else None


def link_first_uses(document, glossary):
    """Make a reference of the first use of each entry."""
    here = {(section_of(i), defined(i, glossary)) for i in document.findall(nodes.emphasis)}
    seen, room = set(), {}
    for node in list(document.findall()):
        seen.add(defined(node, glossary))
        if not isinstance(node, nodes.Text) or not isinstance(node.parent, nodes.paragraph):
            continue
        paragraph, parts, end = node.parent, [], 0
        for match in glossary.pattern.finditer(node):
            term = glossary.term(match)
            entry = glossary.entries[term.lower()]
            if entry in seen or term.lower() in EVERYDAY or in_passing(paragraph):
                continue
            if (section_of(paragraph), entry) in here or room.setdefault(paragraph, LIMIT) == 0:
                continue
            seen.add(entry)
            room[paragraph] -= 1
            about = {"refdomain": "std", "reftype": "term", "reftarget": term}
            link = pending_xref("", nodes.inline("", match[0], classes=["term"]), **about)
            parts += [nodes.Text(node[end : match.start()]), link]
            end = match.end()
        if parts:
            paragraph.replace(node, [*parts, nodes.Text(node[end:])])


class FirstUses(SphinxPostTransform):
    """Link the terms in the chapters."""

    default_priority = 5  # before references are resolved

    def run(self, **kwargs):
        """Take the terms from all pages that have been read."""
        if re.match(r"book/\d+_", self.env.docname):
            objects = self.env.get_domain("std").objects
            entries = {name: place for (kind, name), place in objects.items() if kind == "term"}
            if entries:
                link_first_uses(self.document, Glossary(entries))


def setup(app):
    """Link after all pages are read."""
    app.add_post_transform(FirstUses)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

"""The first use of a term in a chapter is a link to the glossary, which begins with a row of letters.

Only plain paragraphs are linked: no headings, tables, links, code or formulas. A section that
defines a term, by setting it in *italics*, does not link it, nor does the page after it. A paragraph
gets two links at most; further terms are linked at their next use.
"""

import re
from itertools import groupby

from docutils import nodes
from sphinx import addnodes
from sphinx.addnodes import pending_xref
from sphinx.transforms.post_transforms import SphinxPostTransform

# Everyday words, too: a link at their first use would often be beside the point.
EVERYDAY = {
    *(
        "converge",
        "convergence",
        "distance",
        "error",
        "foot",
        "growth",
        "iteration",
        "label",
        "loss",
    ),
    *("mark", "normal", "order", "probability", "progress", "pull", "rate", "sample", "squeeze"),
}
ELSEWHERE = nodes.entry | nodes.caption | nodes.legend | nodes.Admonition  # definitions, too
LIMIT = 2
APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"  # as it stands in the text of a page


class Glossary:
    """The terms with their entries; an entry may explain several terms."""

    def __init__(self, entries):
        self.entries = {term.lower(): entry for term, entry in entries.items()}
        self.names = {term.lower(): term for term in entries}
        longest_first = sorted(map(re.escape, self.entries), key=len, reverse=True)
        words = "|".join(longest_first).replace(r"\ ", r"\s+").replace("'", f"['{APOSTROPHE}]")
        self.pattern = re.compile(rf"(?<![\w-])({words})(s|es)?(?![\w-])", flags=re.IGNORECASE)

    def term(self, match):
        """Return the term of a match as the glossary writes it."""
        written = match[1].replace(APOSTROPHE, "'")
        return self.names[re.sub(r"\s+", " ", written).lower()]


def above(node):
    """Yield the nodes around a node, the innermost first."""
    while node := node.parent:
        yield node


def in_passing(node):
    """Tell whether a node is outside running text, where a link would distract."""
    return any(
        isinstance(outer, ELSEWHERE) or "sources" in getattr(outer, "attributes", {}).get("ids", ())
        for outer in above(node)
    )


def section_of(node):
    """Return the innermost section around a node."""
    return next((outer for outer in above(node) if isinstance(outer, nodes.section)), None)


def defined(node, glossary):
    """Return the entry of the term that a node sets in italics, or None."""
    match = isinstance(node, nodes.emphasis) and glossary.pattern.fullmatch(node.astext())
    return glossary.entries[glossary.term(match).lower()] if match else None


def link_first_uses(document, glossary):
    """Link the first use of each entry."""
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
        """Link a chapter, when the terms of all pages are known."""
        if re.match(r"book/\d+_", self.env.docname):
            objects = self.env.get_domain("std").objects
            entries = {name: place for (kind, name), place in objects.items() if kind == "term"}
            if entries:
                link_first_uses(self.document, Glossary(entries))


def letters(glossary):
    """Return a row of letters, each of which leads to its first entry."""
    row = nodes.paragraph(classes=["letters"])
    entries = [item[0] for item in glossary.findall(nodes.definition_list_item)]
    for letter, (first, *_) in groupby(entries, key=lambda term: term.astext()[0].upper()):
        row += nodes.reference("", "", nodes.Text(letter), internal=True, refid=first["ids"][0])
        row += nodes.Text(" ")
    return row


class Letters(SphinxPostTransform):
    """Put the row of letters before the entries."""

    default_priority = 5

    def run(self, **kwargs):
        """Change no page but the glossary."""
        for entries in list(self.document.findall(addnodes.glossary)):
            entries.parent.insert(entries.parent.index(entries), letters(entries))


def setup(app):
    """Link after all pages are read."""
    app.add_post_transform(FirstUses)
    app.add_post_transform(Letters)

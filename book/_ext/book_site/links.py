"""Names of the library are links to the reference.

In the text every name is (`bounds.radius`, `run.weights[k]`); in code, its first use on a page.
"""

import re
from html import escape

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.writers.html5 import HTML5Translator

from book_site.glossary import above

VARIABLES = {"run": "run.Run"}  # in the text `run.weights` is the attribute of a Run
BASES = ("Record", "Trained", "Outcome")  # what a Run inherits from
UNLINKED = nodes.title | nodes.reference | pending_xref
IMPORT = re.compile(r"^from (perceptrons[\w.]*) import (.+)$", flags=re.MULTILINE)
NAME = r'<span class="n">(\w+)</span>'
# Names, modules, punctuation and blanks have no colour of their own, and operators need none: theirs alone
# were 1,750 of the 11,180 elements of chapter 6. The goal is 12,000.
PLAIN = re.compile(r'<span class="(?:n|nn|o|p|w)">([^<]*)</span>')
CALL = re.compile(
    rf'(?<!<span class="o">\.</span>){NAME}(?:<span class="o">\.</span>{NAME}){{0,2}}'
)


def address(builder, docname, name):
    """Return where the reference describes a name, or None; a field is described with its class."""
    described = builder.env.get_domain("py").objects
    inherited = (name.replace("perceptrons.run.Run.", f"perceptrons.run.{base}.") for base in BASES)
    owner = described.get(name.rpartition(".")[0])
    of_class = owner if owner and owner.objtype == "class" else None
    entry = next((described[home] for home in (name, *inherited) if home in described), of_class)
    return entry and f"{builder.get_relative_uri(docname, entry.docname)}#{entry.node_id}"


class InlineCode(SphinxPostTransform):
    """Make a link of each literal that is a name of the library."""

    default_priority = 5  # before references are resolved

    def run(self, **kwargs):
        """Link the literals of a page, except in headings and links.

        Assignments are left alone: they name functions that students write.
        """
        if "/assignments/" in self.env.docname:
            return
        for literal in list(self.document.findall(nodes.literal)):
            path = re.match(r"(?:perceptrons\.)?([a-z_]\w*(?:\.\w+)*)(?=$|[(\[])", literal.astext())
            if not path or any(isinstance(outer, UNLINKED) for outer in above(literal)):
                continue
            first, dot, rest = path[1].partition(".")
            name = f"perceptrons.{VARIABLES.get(first, first) if rest else first}{dot}{rest}"
            if uri := address(self.app.builder, self.env.docname, name):
                link = nodes.reference("", "", internal=True, refuri=uri)
                literal.replace_self(link)
                link += literal


def imported_names(document):
    """Return what the code of a page imports from the library, as full name by short name."""
    names = {}
    for block in document.findall(nodes.literal_block):
        for package, imported in IMPORT.findall(block.astext()):
            names |= {name: f"{package}.{name}" for name in re.findall(r"\w+", imported)}
    return names


def link_names(translator, code):
    """Return highlighted code with a link at the first use on the page of each imported name."""
    if not hasattr(translator, "imported_names"):
        translator.imported_names = imported_names(translator.document)
        translator.linked_names = set()
    names, seen = translator.imported_names, translator.linked_names

    def link(match):
        path = ".".join(re.findall(NAME, match[0]))
        if match[1] not in names or path in seen:
            return match[0]
        seen.add(path)
        name = names[match[1]] + path.removeprefix(match[1])
        uri = address(translator.builder, translator.builder.current_docname, name)
        return f'<a class="api" href="{escape(uri)}">{match[0]}</a>' if uri else match[0]

    return CALL.sub(link, code)


def visit_code(translator, node):
    """Write a block of code as Sphinx does, with its links, in fewer elements."""
    try:
        HTML5Translator.visit_literal_block(translator, node)
    except nodes.SkipNode:  # it is written
        linked = link_names(translator, translator.body[-1])
        translator.body[-1] = PLAIN.sub(r"\1", linked)
        raise


def setup(app):
    """Link names in the text before references are resolved, those in code as it is written."""
    app.add_post_transform(InlineCode)
    write = (visit_code, HTML5Translator.depart_literal_block)
    app.add_node(nodes.literal_block, override=True, html=write)

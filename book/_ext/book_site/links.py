"""Names of the library are links to the reference.

In the text every name is (`bounds.radius`, `run.weights[k]`); in code, its first use on a page.
"""

import importlib
import re
from functools import cached_property
from html import escape

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.writers.html5 import HTML5Translator

VARIABLES = {"run": "run.Run"}  # in the text `run.weights` is the attribute of a Run
IMPORT = re.compile(r"^from (perceptrons[\w.]*) import (.+)$", flags=re.MULTILINE)
NAME = r'<span class="n">(\w+)</span>'
# Names, modules, punctuation and blanks have no colour of their own: their elements are a fifth of a chapter's.
PLAIN = re.compile(r'<span class="(?:n|nn|p|w)">([^<]*)</span>')
CALL = re.compile(
    rf'(?<!<span class="o">\.</span>){NAME}(?:<span class="o">\.</span>{NAME}){{0,2}}'
)


def canonical(path):
    """Return the full name under which autodoc describes a name, or None where there is none.

    The name may lead through modules, classes and attributes, imported ones too. What a package
    lists in its ``__all__`` is described there: ``perceptrons.verify.inner_products.dot`` as
    ``perceptrons.verify.dot``.
    """
    names = path.split(".")
    thing = importlib.import_module(names[0])
    for name in names[1:]:
        if hasattr(thing, name):
            thing = getattr(thing, name)
        elif isinstance(thing, type) and name in getattr(thing, "__dataclass_fields__", ()):
            break  # a field is described with its class
        else:
            try:
                thing = importlib.import_module(f"{thing.__name__}.{name}")
            except (ImportError, AttributeError):
                return None
    if isinstance(thing, property):
        thing = thing.fget
    elif isinstance(thing, cached_property):
        thing = thing.func
    if not hasattr(thing, "__qualname__"):
        return getattr(thing, "__name__", None)
    home, outer = thing.__module__, thing.__qualname__.partition(".")[0]
    package = importlib.import_module(home.rpartition(".")[0] or home)
    offered = getattr(package, outer, None) if outer in getattr(package, "__all__", ()) else None
    if getattr(offered, "__module__", None) == home:
        home = package.__name__
    return f"{home}.{thing.__qualname__}"


class InlineCode(SphinxPostTransform):
    """Make a link of each literal that is a name of the library."""

    default_priority = 5  # before references are resolved

    def run(self, **kwargs):
        """Link the literals of a page, except in headings and links.

        Assignments are left alone: they name functions that students write.
        """
        if "/assignments/" in self.env.docname:
            return
        described = self.env.get_domain("py").objects
        for literal in list(self.document.findall(nodes.literal)):
            path = re.match(r"(?:perceptrons\.)?([a-z_]\w*(?:\.\w+)*)(?=$|[(\[])", literal.astext())
            above = literal
            while above := above.parent:
                if isinstance(above, nodes.title | nodes.reference | pending_xref):
                    path = None
            if not path:
                continue
            first, _, rest = path[1].partition(".")
            if rest and first in VARIABLES:
                first = VARIABLES[first]
            name = canonical(f"perceptrons.{first}{'.' if rest else ''}{rest}")
            if name in described:
                about = {"refdomain": "py", "reftype": "obj", "reftarget": name}
                reference = pending_xref("", refexplicit=True, **about)
                literal.replace_self(reference)
                reference += literal


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
    names, seen, builder = translator.imported_names, translator.linked_names, translator.builder
    described = builder.env.get_domain("py").objects

    def link(match):
        path = ".".join(re.findall(NAME, match[0]))
        if match[1] not in names or path in seen:
            return match[0]
        seen.add(path)
        entry = described.get(canonical(names[match[1]] + path.removeprefix(match[1])))
        if not entry:
            return match[0]
        page = builder.get_relative_uri(builder.current_docname, entry.docname)
        return f'<a class="api" href="{escape(page)}#{entry.node_id}">{match[0]}</a>'

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
    return {"parallel_read_safe": True, "parallel_write_safe": True}

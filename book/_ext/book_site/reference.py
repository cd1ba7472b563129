"""The reference of the library, made by autodoc, with four changes.

1. ``{modules} rules`` lists the modules that a page describes, each with its first line.
2. A function is shown as it is called: ``geometry.augment``, without ``perceptrons`` before it.
3. Where a docstring names a chapter, there is a link to it.
4. The fields of a named tuple stand in its signature, and are not listed again.
"""

import importlib
import re
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective


def described(file):
    """Return the names of the modules that a page of the reference describes, in its order."""
    return re.findall(r"automodule:: perceptrons\.([\w.]+)", file.read_text(encoding="utf8"))


class Modules(SphinxDirective):
    """List the modules of a page: the name, which leads there, and what it is about."""

    required_arguments = 1

    def run(self):
        """Return a list of definitions."""
        file = Path(self.env.doc2path(self.env.docname)).with_name(f"{self.arguments[0]}.md")
        self.env.note_dependency(str(file))
        items = []
        for name in described(file):
            about = importlib.import_module(f"perceptrons.{name}").__doc__.partition("\n")[0]
            term = nodes.term("", "", nodes.literal("", name))
            told = nodes.definition("", nodes.paragraph("", about))
            items.append(nodes.definition_list_item("", term, told))
        return [nodes.definition_list("", *items, classes=["modules"])]


def as_called(app, domain, objtype, contentnode):
    """Drop the name of the package from the signature above a description."""
    for name in contentnode.parent.findall(addnodes.desc_addname):
        name[:] = [nodes.Text(name.astext().removeprefix("perceptrons."))]


def is_field(app, what, name, obj, skip, options):
    """Skip the docstrings that Python gives to fields: "Alias for field number 0"."""
    return str(obj.__doc__).startswith("Alias for field number") or None


class Chapters(SphinxPostTransform):
    """Link "chapter 4" in a docstring to that chapter, if it exists."""

    default_priority = 5  # before references are resolved

    def run(self, **kwargs):
        """Look at every text of a page of the reference."""
        if not self.env.docname.startswith("book/reference/"):
            return
        written = {
            int(m[1]): doc for doc in self.env.found_docs if (m := re.match(r"book/(\d+)_", doc))
        }
        for text in list(self.document.findall(nodes.Text)):
            if isinstance(text.parent, nodes.paragraph | nodes.inline):
                text.parent.replace(text, list(linked(text, written)))


def linked(text, written):
    """Yield the parts of a text, with a link for each chapter that exists."""
    within = False
    for part in re.split(r"((?:chapters? )?\b\d+)", text):
        named = re.fullmatch(r"(chapters? )?(\d+)", part)
        within = bool(named and (named[1] or within)) or (within and part in (" and ", ", "))
        if named and within and int(named[2]) in written:
            target = f"/{written[int(named[2])]}"
            yield addnodes.pending_xref(
                "",
                nodes.inline("", part),
                refdomain="std",
                reftype="doc",
                reftarget=target,
                refexplicit=True,
            )
        else:
            yield nodes.Text(part)


def setup(app):
    """Add the directive, the transform and the short names."""
    app.setup_extension("sphinx.ext.autodoc")  # whose event this listens to
    app.add_directive("modules", Modules)
    app.add_post_transform(Chapters)
    app.connect("object-description-transform", as_called)
    app.connect("autodoc-skip-member", is_field)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

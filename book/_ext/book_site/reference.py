"""The reference of the library, made by autodoc, with five changes.

1. ``{modules} rules`` lists the modules that a page describes, each with its first line.
2. A function is shown as it is called: ``geometry.augment``, without ``perceptrons`` before it.
3. Where a docstring names a chapter, there is a link to it.
4. Each function names the chapters whose code calls it.
5. The fields of a named tuple stand in its signature, and are not listed again.
"""

import importlib
import json
import re
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

CHAPTERS = re.compile(r"\bchapters? \d+((, | and )\d+)*")


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
        text = ""
        for name in described(file):
            about = importlib.import_module(f"perceptrons.{name}").__doc__.partition("\n")[0]
            text += f"`{name}`\n: {about}\n\n"
        return self.parse_text_to_nodes(text)


def as_called(app, domain, objtype, contentnode):
    """Drop the name of the package from the signature above a description."""
    for name in contentnode.parent.findall(addnodes.desc_addname):
        name[:] = [nodes.Text(name.astext().removeprefix("perceptrons."))]


def is_field(app, what, name, obj, skip, options):
    """Skip the docstrings that Python gives to fields: "Alias for field number 0"."""
    return str(obj.__doc__).startswith("Alias for field number") or None


def linked(line, written):
    """Return a line of a docstring with a link from each number of a chapter that is written.

    >>> linked("The sources disagree: chapters 2 and 3 compare them.", {2: "book/02_rule"})
    'The sources disagree: chapters :doc:`2 </book/02_rule>` and 3 compare them.'
    """

    def link(number):
        page = written.get(int(number[0]))
        return f":doc:`{number[0]} </{page}>`" if page else number[0]

    return CHAPTERS.sub(lambda named: re.sub(r"\d+", link, named[0]), line)


@cache
def called(notebook):
    """Return what the code of a notebook calls by its module, or imports from it: "geometry.augment"."""
    cells = json.loads(notebook.read_text(encoding="utf8"))["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    imports = re.findall(r"(?m)^from perceptrons(?:\.\w+)*?\.?(\w*) import (.*)", code)
    return {
        *re.findall(r"\b(?=(\w+\.\w+))", code),  # of plots.dual.lines, dual.lines, too
        *(f"{module}.{name}" for module, names in imports for name in re.findall(r"\w+", names)),
    }


def calling(name, notebooks):
    """Return a sentence with the chapters that call a function, or nothing."""
    short = ".".join(name.split(".")[-2:])
    numbers = [str(number) for number, file in notebooks if short in called(file)]
    *first, last = numbers or [""]
    plural = "chapters " + ", ".join(first) + " and " if first else "chapter "
    return f"Called in {plural}{last}." if numbers else ""


def link_chapters(app, what, name, obj, options, lines):
    """Link the chapters that a docstring names, and those that call a function."""
    chapters = (re.match(r"book/(\d+)_", page) for page in app.env.found_docs)
    written = {int(match[1]): match.string for match in chapters if match}
    if what in ("function", "class"):
        pages = [(n, Path(app.env.doc2path(page))) for n, page in sorted(written.items())]
        lines += ["", calling(name, pages)]
    lines[:] = [linked(line, written) for line in lines]


def setup(app):
    """Add the directive, and listen to autodoc."""
    app.setup_extension("sphinx.ext.autodoc")
    app.add_directive("modules", Modules)
    app.connect("object-description-transform", as_called)
    app.connect("autodoc-skip-member", is_field)
    app.connect("autodoc-process-docstring", link_chapters)

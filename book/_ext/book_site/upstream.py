"""Repairs of what other packages write, each with the defect that it mends.

They work on the nodes of a page, and on the visitors that write nodes as HTML.
"""

from docutils import nodes
from sphinx import addnodes
from sphinx.builders.html._assets import _JavaScript
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.writers.html5 import HTML5Translator
from sphinx_exercise.nodes import solution_node
from sphinx_proof.nodes import proof_node

from book_site.cells import Fold, Summary

NOT_UNIQUE = {"exercise-content", "proof", "proof-content", "solution-content"}
SHEETS = {"exercise.css", "proof.css"}  # their colours; ours are in book.css


def is_box(node):
    """Tell whether a node is a section or a box, which may have ids."""
    return isinstance(node, nodes.section | nodes.admonition)


class Repairs(SphinxPostTransform):
    """Mend the nodes of a page, just before it is written."""

    default_priority = 900
    formats = ("html",)

    def run(self, **kwargs):
        """Mend ids, proofs and solutions."""
        # sphinx-proof and sphinx-exercise give the contents of all their boxes one id.
        for box in self.document.findall(is_box):
            box["ids"] = [name for name in box["ids"] if name not in NOT_UNIQUE]
        # Furo wraps tables and formulas in containers that repeat their ids.
        for box in self.document.findall(nodes.container):
            if {"math-wrapper", "table-wrapper"} & {*box["classes"]}:
                box["ids"] = []
        # sphinx-proof begins a proof with "Proof. " in the font of what follows.
        for proof in self.document.findall(proof_node):
            first = next(proof.findall(nodes.Text))
            if first.startswith("Proof. "):
                first.parent.replace(
                    first, [nodes.emphasis("", "Proof."), nodes.Text(first[len("Proof") + 1 :])]
                )
        # sphinx-exercise folds a solution with a script, and puts a link into its title.
        for solution in list(self.document.findall(solution_node)):
            title, *answer = solution
            words = Summary("", " ".join(title.astext().split()))
            fold = Fold("", words, *answer, kind="solution", ids=solution["ids"])
            solution.parent.replace(solution, fold)
        # The class "dropdown" is a script's business, too: a hint, or a note for some readers only.
        for box in [*self.document.findall(nodes.admonition)]:
            if "dropdown" in box["classes"]:
                title, *inside = box
                fold = Fold("", Summary("", title.astext()), *inside, kind="aside", ids=box["ids"])
                box.parent.replace(box, fold)


def visit_title(translator, node):
    """Write the title of a part of the contents without its role: Sphinx gives it no level."""
    if isinstance(node.parent, addnodes.compact_paragraph):
        translator.body.append('<p class="caption"><span class="caption-text">')
        translator.context.append("</span></p>\n")
    else:
        HTML5Translator.visit_title(translator, node)


def visit_citation(translator, node):
    """Write an entry of the bibliography without its role: Sphinx gives it a deprecated one."""
    HTML5Translator.visit_citation(translator, node)
    tag = translator.body[-1]
    translator.body[-1] = tag.replace('role="doc-biblioentry"', 'role="listitem"')


def drop_sheets(app, pagename, templatename, context, doctree):
    """Leave out the stylesheets of boxes, whose colours are not ours."""
    sheets = context["css_files"]
    context["css_files"] = [
        sheet for sheet in sheets if sheet.filename.rpartition("/")[2] not in SHEETS
    ]


def defer_scripts(app, pagename, templatename, context, doctree):
    """Let no script of the theme stop the page while it is read.

    Furo's asks where headings stand, and so has the whole page laid out in one step. Deferred, chapter 2
    blocks Lighthouse's phone for 0.25 s in place of 0.33 s, and scores 94 in place of 91.
    """
    if pagename == "search":  # its own scripts do not wait for those of the theme
        return
    context["script_files"] = [
        _JavaScript(
            script.filename, priority=script.priority, **{"defer": "defer"} | script.attributes
        )
        for script in context["script_files"]
    ]


def setup(app):
    """Register the repairs."""
    app.setup_extension("furo")  # as a theme it would register pygments_dark_style too late
    for package in ("sphinx_exercise", "sphinx_proof", "book_site.cells"):  # their nodes
        app.setup_extension(package)
    app.add_post_transform(Repairs)
    for node, visitors in {
        nodes.title: (visit_title, HTML5Translator.depart_title),
        nodes.citation: (visit_citation, HTML5Translator.depart_citation),
    }.items():
        app.add_node(node, override=True, html=visitors)
    app.connect("html-page-context", drop_sheets)
    app.connect("html-page-context", defer_scripts, priority=900)  # when all have added theirs
    return {"parallel_read_safe": True, "parallel_write_safe": True}

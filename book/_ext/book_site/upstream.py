"""Repairs of what other packages write, each with the defect that it mends.

They work on the nodes of a page, and on the visitors that write nodes as HTML.
"""

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.writers.html5 import HTML5Translator
from sphinx_exercise.nodes import solution_node
from sphinx_proof.nodes import proof_node

from book_site.cells import Fold, Summary

NOT_UNIQUE = {"exercise-content", "proof", "proof-content", "solution-content"}
# The colours of boxes, for which ours are in book.css; what served Sphinx's own search.
UNUSED = {"exercise.css", "proof.css", "doctools.js", "sphinx_highlight.js"}


def fold(box, kind):
    """Put a fold in the place of a box: its title is the line that stays."""
    title, *inside = box
    words = Summary("", " ".join(title.astext().split()))
    box.parent.replace(box, Fold("", words, *inside, kind=kind, ids=box["ids"]))


class Repairs(SphinxPostTransform):
    """Mend the nodes of a page, just before it is written."""

    default_priority = 900
    formats = ("html",)

    def run(self, **kwargs):
        """Mend ids, proofs and solutions."""
        for box in self.document.findall(nodes.Element):
            # sphinx-proof and sphinx-exercise give the contents of all their boxes one id.
            if isinstance(box, nodes.section | nodes.admonition):
                box["ids"] = [name for name in box["ids"] if name not in NOT_UNIQUE]
            # Furo wraps tables and formulas in containers that repeat their ids.
            elif {"math-wrapper", "table-wrapper"} & {*box["classes"]}:
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
            fold(solution, "solution")
        # The class "dropdown" is a script's business, too: a hint, or a note for some readers only.
        for box in list(self.document.findall(nodes.admonition)):
            if "dropdown" in box["classes"]:
                fold(box, "aside")


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


def lighten(app, pagename, templatename, context, doctree):
    """Leave out the files that are not used, and let no script of the theme stop the page while it is read.

    Furo's asks where headings stand, and so has the whole page laid out in one step. Deferred, chapter 2
    blocks Lighthouse's phone for 0.25 s in place of 0.33 s, and scores 94 in place of 91.
    """
    for kind in ("css_files", "script_files"):
        names = ((file, str(file.filename).rpartition("/")[2]) for file in context[kind])
        context[kind] = [file for file, name in names if name not in UNUSED]
    for script in context["script_files"]:
        script.attributes.setdefault("defer", "defer")


def setup(app):
    """Register the repairs."""
    app.setup_extension("furo")  # as a theme it would register pygments_dark_style too late
    for package in ("sphinx_exercise", "sphinx_proof"):  # their nodes
        app.setup_extension(package)
    app.add_post_transform(Repairs)
    for node, visitors in {
        nodes.title: (visit_title, HTML5Translator.depart_title),
        nodes.citation: (visit_citation, HTML5Translator.depart_citation),
    }.items():
        app.add_node(node, override=True, html=visitors)
    app.connect("html-page-context", lighten, priority=900)  # when all have added theirs

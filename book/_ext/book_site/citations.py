"""An entry of the bibliography is an item of a list.

Sphinx gives it a role that is no longer in use, and that no list may hold.
"""

from docutils import nodes
from sphinx.writers.html5 import HTML5Translator


def visit_citation(translator, node):
    """Write the beginning of an entry as Sphinx does, but for its role."""
    HTML5Translator.visit_citation(translator, node)
    tag = translator.body[-1]
    translator.body[-1] = tag.replace('role="doc-biblioentry"', 'role="listitem"')


def setup(app):
    """Write each entry of the bibliography."""
    write = (visit_citation, HTML5Translator.depart_citation)
    app.add_node(nodes.citation, override=True, html=write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

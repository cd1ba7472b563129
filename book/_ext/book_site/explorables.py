"""An explorable on a page without cells: ``{explorable} rule(*data.modified_or())``.

The argument is a call of `perceptrons.explore`. With the option ``:brief:`` only the buttons, the
first picture and the sentence below the buttons are shown; the rest is a click away, in its chapter.
"""

from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from perceptrons import data, explore


class Explorable(SphinxDirective):
    """Write what a notebook would show for the call."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar = {"brief": directives.flag}

    def run(self):
        """Return the HTML of the explorable."""
        shown = eval(self.arguments[0], {**vars(explore), "data": data})._repr_html_()
        if "brief" in self.options:
            shown = shown.replace(" class=", " brief class=", 1)
        picture, script = shown.split("<script>")  # the script first: it starts as it is read
        return [nodes.raw("", f"<script>{script}{picture}", format="html")]


def setup(app):
    """Add the directive."""
    app.add_directive("explorable", Explorable)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

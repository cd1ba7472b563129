"""Of a student's outputs and words only text and pictures reach a page that the teacher opens."""

import base64
import io
import json
import struct
import sys
import time
import unicodedata
from copy import deepcopy
from html.parser import HTMLParser

import nbformat
import pytest
from harness import RELEASE, named
from nbconvert import HTMLExporter
from nbconvert.filters.markdown_mistune import markdown2html_mistune
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from grader.run import sanitize
from grader.run.sanitize import harmless, harmless_notebook, harmless_words

PUT = "fetch('/api/contents/evil.py', {method: 'PUT', body: '{}'})"
SCORES = "document.querySelectorAll('.score').forEach(e => e.textContent = '20 / 20')"
SVG = f'<svg xmlns="http://www.w3.org/2000/svg" onload="{PUT}"></svg>'
ATTACKS = [
    f"<script>{PUT}</script>",
    f"<ScRiPt\n>{SCORES}</script>",
    f'<img src=x onerror="{SCORES}">',
    SVG,
    '<iframe src="/tree"></iframe>',
    "x <style>.score {display: none}</style>",
    "[the proof](javascript:alert(1))",
    "[the proof][p]\n\n[p]: javascript:alert(1)",
    "> [p]\n>\n> [p]:\n> java&Tab;script:alert(1)",
    "<javascript:alert(1)>",
    "![](/api/contents)",
    "![](data:image/svg+xml;base64,PHN2Zz4=)",
    f"```mermaid\n<img src=x onerror={PUT!r}>\n```",
    f"~~~ mermaid\n<img src=x onerror={PUT!r}>\n~~~",
    "[x]\x00(javascript:alert(1)) <\u200eb onclick=alert(1)>",
    f"|a|\n|-|\n|<img src=x onerror={PUT!r}>|",
]


class Active(HTMLParser):
    """Everything of a page that can act, or ask another address."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        acting = tag in {
            "script",
            "style",
            "iframe",
            "svg",
            "object",
            "embed",
            "form",
            "link",
            "base",
        }
        sources = [v for k, v in attrs if k in ("href", "src") and not v.startswith(("http", "#"))]
        handlers = [k for k, _ in attrs if k.startswith("on")]
        mermaid = ("class", "mermaid") in attrs
        if acting or sources or handlers or mermaid:
            self.found.append((tag, *sources, *handlers))


def page(notebook):
    return HTMLExporter(template_name="classic").from_notebook_node(notebook)[0]


def display(data, kind="display_data", **more):
    return new_output(kind, data=data, **more)


def png(width=1, height=1):
    head = struct.pack(">4sIIBBBBB", b"IHDR", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + head + b"\0" * 30


def jpeg(width=1, height=1):
    first = b"\xff\xd8\xff\xe0" + struct.pack(">H", 16) + b"JFIF\0" + b"\0" * 9
    return first + b"\xff\xc0" + struct.pack(">HBHHB", 11, 8, height, width, 1) + b"\0" * 9


def text64(data):
    return base64.b64encode(data).decode()


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_in_words_stays_words(attack):
    if "\x00" not in attack:
        assert Active(markdown2html_mistune(attack)).found != []
    safe = harmless_words(attack)
    assert Active(markdown2html_mistune(safe)).found == []
    assert harmless_words(safe) == safe


def test_honest_words_look_as_they_were_written():
    honest = """# Why
The rule *stops*, as $w_k \\cdot z_i > 0$ and `if a < b:` **hold** for $i<5$ & $\\|w\\|^2 \\le k R^2$.

- one: $$\\begin{aligned} a &< b \\\\ c &= d \\end{aligned}$$
- [ ] two

| a | b |
|---|---|
| 1 | $f[i](x)$ |

```python
x = [f(i) for i in y]
```
"""
    assert harmless_words(honest).replace("f[i] (x)", "f[i](x)") == honest


def test_tex_moves_no_ink_and_sets_no_link():
    for attack in ("\\href{javascript:alert(1)}{x}", "\\rlap{20/20}", "\\style{top:0}{x}"):
        assert harmless_words(f"${attack}$") == f"$\\ {attack[1:]}$"
    assert harmless_words("$\\classical \\datum$") == "$\\classical \\datum$"


def test_of_outputs_only_text_and_pictures_are_kept():
    evil = {
        "text/html": f"<script>{PUT}</script>",
        "application/javascript": SCORES,
        "image/svg+xml": SVG,
        "text/markdown": ATTACKS[0],
        "text/latex": "$\\href{javascript:alert(1)}{x}$",
        "text/vnd.mermaid": "x",
        "application/vnd.jupyter.widget-view+json": {"model_id": "1"},
    }
    picture = {"image/png": text64(png())}
    for kind in ("display_data", "execute_result"):
        assert harmless([display(evil, kind)]) == []
        kept = harmless([display(evil | picture | {"text/plain": "x"}, kind, metadata={"a": "b"})])
        assert kept == [display({"text/plain": "x"} | picture)]


def test_the_pages_of_a_notebook_act_no_more_than_an_empty_one():
    def notebook(words, output):
        cells = [new_markdown_cell(text) for text in words]
        return new_notebook(cells=[*cells, new_code_cell("1", outputs=output)])

    evil = notebook(
        ATTACKS,
        [
            display({"text/html": f"<script>{SCORES}</script>"}),
            display({"image/svg+xml": SVG}),
            display({"application/javascript": PUT}),
            display({"image/png": '"><script>alert(1)</script>'}),
            new_output("stream", name='"><script>', text=ATTACKS[0]),
            new_output("error", ename=ATTACKS[0], evalue=ATTACKS[1], traceback=[ATTACKS[2]]),
        ],
    )
    quiet = Active(page(notebook([""], [new_output("stream", text="1")]))).found
    assert len(Active(page(evil)).found) > len(quiet) + 10
    harmless_notebook(evil, RELEASE)
    nbformat.validate(evil)
    assert Active(page(evil)).found == quiet


def test_an_answer_that_repeats_our_words_keeps_pictures_only():
    ours = next(cell.source for cell in RELEASE.cells if cell.cell_type == "markdown")
    evil = new_notebook(cells=[new_markdown_cell(ours, attachments={"a.svg": {"text/html": SVG}})])
    harmless_notebook(evil, RELEASE)
    assert "attachments" not in evil.cells[0]


def test_a_picture_is_what_it_says_and_no_larger_than_a_browser_can_show():
    def kept(data, kind="image/png"):
        return [*sanitize.picture({kind: text64(data)})]

    assert kept(png()) == ["image/png"]
    assert kept(jpeg(), "image/jpeg") == ["image/jpeg"]
    assert (
        kept(png(), "image/jpeg") == kept(jpeg()) == kept(b"<svg></svg>") == kept(b"GIF89a") == []
    )
    assert kept(png(100_000, 100_000)) == kept(jpeg(60_000, 60_000), "image/jpeg") == []
    assert kept(png(0, 5)) == kept(b"\xff\xd8\xff", "image/jpeg") == []
    assert kept(png() + b"\0" * sanitize.PICTURE) == []
    for broken in (None, 3, {}, "!", "\u00e4", ["a", 1]):
        assert sanitize.picture({"image/png": broken}) == {}


def test_matplotlib_draws_pictures_that_are_kept():
    from matplotlib.figure import Figure

    for kind in ("png", "jpeg"):
        file = io.BytesIO()
        Figure().savefig(file, format=kind)
        found = sanitize.picture({f"image/{kind}": text64(file.getvalue())})
        assert found == {f"image/{kind}": text64(file.getvalue())}


def test_terminals_and_text_that_runs_backwards_are_given_no_commands():
    text = "\x1b[31mred\x1b[0m \x1b]8;;http://a\x07link\x1b]8;;\x07 \x9b2Jx\x1b \x07\u202egnp.exe\ud800\n"
    assert sanitize.plain(text) == "red link x gnp.exe\n"
    assert sanitize.plain(" 10%\r 50%\r100%\r\ndone") == "100%\ndone"
    told = harmless([new_output("error", ename="E", evalue="\x1b[1mv", traceback=["\x1b[1mt"])])
    assert told == [new_output("error", ename="E", evalue="v", traceback=["t"])]


def test_what_nobody_sees_is_left_out_of_words_and_told():
    every = map(chr, range(sys.maxunicode + 1))
    unseen = "".join(char for char in every if unicodedata.category(char) == "Cf")
    assert sanitize.plain(f"a{unseen}b\U000e0101") == "ab"
    notebook = deepcopy(RELEASE)
    assert sanitize.invisible(notebook, RELEASE) == []
    named(notebook, "q5").source = "fine\u200b \U000e0041"
    assert sanitize.invisible(notebook, RELEASE) == ["q5 had 2 invisible characters, now left out"]
    harmless_notebook(notebook, RELEASE)
    assert named(notebook, "q5").source == "fine "


def test_a_bare_address_becomes_no_link():
    for address in ("https://a.b/c", "HTTP://a.b", "www.a.b", "ftp://a.b"):
        assert "<a" not in markdown2html_mistune(harmless_words(f"see {address} or <{address}>"))
        assert harmless_words(address) == address.replace(":", ": ").replace("w.", "w. ")


def test_outputs_are_bounded_one_by_one_in_number_and_in_all(monkeypatch):
    said = harmless([{"output_type": "stream", "text": "x" * 10**6}])[0].text
    assert len(said) == sanitize.TEXT + len(sanitize.CUT)
    many = harmless([display({"text/plain": "x"})] * 10**5)
    assert len(many) == sanitize.COUNT + 1
    assert many[-1].text == "... further output was cut off"
    again = harmless([{"output_type": "stream", "text": "x" * 40_000}] * 10**4)
    assert [len(o.text) for o in again] == [len(said), len(many[-1].text)]
    monkeypatch.setattr(sanitize, "NOTEBOOK", 1000)
    cells = [{"cell_type": "code", "outputs": [display({"text/plain": "x" * 300})]}] * 99
    notebook = nbformat.from_dict({"cells": cells})
    harmless_notebook(notebook, RELEASE)
    assert sum("xxx" in json.dumps(cell) for cell in notebook.cells) == 2


def test_no_text_makes_the_work_long():
    start = time.process_time()
    for part in (
        "`",
        "x",
        "\x1b]",
        "\x1b[",
        "\r",
        "\\html",
        "``` ",
        "~",
        "](",
        "<a",
        "\\movea",
        " ",
    ):
        harmless_words(part * 200_000)
    assert time.process_time() - start < 5  # seconds; work that grows as the square takes minutes


def test_what_is_no_output_is_left_out():
    for junk in (None, 1, [], {}, {"output_type": "evil"}, {"output_type": "display_data"}):
        assert harmless([junk]) == []
    assert harmless([{"output_type": "stream", "text": None}]) == [
        new_output("stream", text="None")
    ]


def test_a_picture_pasted_into_an_answer_is_shown_and_another_file_is_not():
    cell = new_markdown_cell("![a](attachment:a.png) ![b](attachment:b.svg) ![c](attachment:c.png)")
    cell.attachments = {
        "a.png": {"image/png": text64(png()), "image/svg+xml": SVG},
        "b.svg": {"image/svg+xml": SVG},
        "<b>.png": {"image/png": text64(png())},
    }
    notebook = new_notebook(cells=[cell])
    harmless_notebook(notebook, RELEASE)
    assert cell.attachments == {"a.png": {"image/png": text64(png())}}
    assert "![b] (attachment:b.svg)" in cell.source
    assert f"data:image/png;base64,{text64(png())}" in page(notebook)


def test_the_words_of_the_release_stay_as_they_are():
    notebook = deepcopy(RELEASE)
    named(notebook, "q5").source = "see [a](javascript:b)"
    harmless_notebook(notebook, RELEASE)
    assert named(notebook, "q5").source == "see [a] (javascript:b)"
    named(notebook, "q5").source = named(RELEASE, "q5").source
    assert notebook == RELEASE

"""The merged book: every page of the contents in one document, in a tab of Chromium."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import yaml
from playwright.sync_api import Page

from browser import CHROME, ROOT, SITE, chromium, serve

HERE = Path(__file__).parent
MODULES = ROOT / "node_modules" / "@fontsource"
SUBSETS = "latin", "latin-ext", "greek"
STYLES = [(weight, style) for weight in (400, 700) for style in ("normal", "italic")]
# Pages about the site itself.
NOT_PRINTED = {"book/in_your_browser", "book/status", "book/speed", "book/register"}
WIDTH = 643  # pixels: 170 mm, the text of an A4 page

SHELL = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Perceptrons</title>
<meta name="author" content="The authors of Perceptrons">
<link rel="stylesheet" href="_static/all.css">{variables}<style>{fonts}{sheet}</style></head>
<body data-theme="light"><header class="book-title"><h1>Perceptrons</h1>
<p>An executable textbook on linear classifiers</p>
<p>Text: CC BY 4.0. Code: BSD-3-Clause.</p>
<p>A ✓ beside a formula says that a program has proved it for all values, a ○ that it was tried on
examples. The checks themselves are in the notebooks and on the site, where the figures that the text
asks you to drag or to click can be moved, too.</p></header></body></html>"""


def parts(contents: Path = ROOT / "_toc.yml") -> list[dict]:
    """Return the parts of the book, each with its caption and its pages."""

    def walk(items):
        for item in items:
            if item["file"] not in NOT_PRINTED:
                yield f"{item['file']}.html"
            yield from walk(item.get("sections", []))

    toc = yaml.safe_load(contents.read_text("utf-8"))
    return [
        {"caption": part.get("caption"), "pages": [*walk(part["chapters"])]}
        for part in toc["parts"]
    ]


def fonts() -> dict[str, Path]:
    """Return the files of the fonts by the names under which the document asks for them."""
    text = {
        f"text-{subset}-{weight}-{style}.woff2": MODULES
        / f"stix-two-text/files/stix-two-text-{subset}-{weight}-{style}.woff2"
        for subset in SUBSETS
        for weight, style in STYLES
    }
    mono = {
        f"mono-{weight}-{style}.woff2": MODULES
        / f"dejavu-mono/files/dejavu-mono-latin-{weight}-{style}.woff2"
        for weight, style in STYLES
    }
    signs = MODULES / "stix-two-math/files/stix-two-math-latin-400-normal.woff2"
    return text | mono | {"signs.woff2": signs}


def font_faces() -> str:
    """Return the style sheet of the fonts: text, signs that it lacks, code. No other is asked for."""
    rules = []
    for name in fonts():
        family, *rest = name.removesuffix(".woff2").rsplit("-", 2)
        weight, style = rest or (400, "normal")
        rules.append(
            f'@font-face {{ font-family: "{family}"; font-weight: {weight}; font-style: {style};'
            f" src: url(_fonts/{name}); }}"
        )
    text = ", ".join(f'"text-{subset}"' for subset in SUBSETS)
    names = f'--text: {text}, "signs", "mono"; --mono: "mono", "signs"'
    return "\n".join([*rules, f":root {{ {names}; }}"])


@contextmanager
def merged(site: Path = SITE) -> Iterator[Page]:
    """Yield a tab with the book in one document."""
    about = (site / "book" / "about.html").read_text("utf-8")
    variables = about[about.index("<style>") : about.index("</style>") + len("</style>")]
    sheet = (HERE / "paper.css").read_text("utf-8")
    shell = SHELL.format(variables=variables, fonts=font_faces(), sheet=sheet)
    files = fonts()
    with serve(site) as address, chromium(CHROME) as browser:
        tab = browser.new_page(viewport={"width": WIDTH, "height": 900})
        tab.set_default_timeout(0)
        tab.route(
            "**/paper.html", lambda route: route.fulfill(body=shell, content_type="text/html")
        )
        tab.route(
            "**/_fonts/*",
            lambda route: route.fulfill(path=files[route.request.url.rsplit("/", 1)[1]]),
        )
        tab.emulate_media(media="print")
        tab.goto(f"{address}paper.html")
        if lost := tab.evaluate((HERE / "merge.js").read_text("utf-8"), parts()):
            raise ValueError(f"links of the book that lead nowhere: {sorted(set(lost))}")
        yield tab

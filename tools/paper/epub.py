"""The merged book as an EPUB 3: a file a chapter, its pictures, the font of formulas."""

import io
import re
from html import escape
from pathlib import Path
from urllib.parse import unquote, urlsplit
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from playwright.sync_api import Page

from archive import DATE
from browser import SITE
from paper.document import HERE

FONT = "stix-two-math.woff2"
KINDS = {
    "css": "text/css",
    "woff2": "font/woff2",
    "svg": "image/svg+xml",
    "png": "image/png",
    "xhtml": "application/xhtml+xml",
}
PAGE = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en">
<head><title>{title}</title><link rel="stylesheet" type="text/css" href="epub.css"/></head>
<body>{body}</body></html>
"""
CONTAINER = """<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="book/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
"""
OPF = """<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:6f1c2a51-7a3c-4a8e-9d0b-2b6f3b0f2a11</dc:identifier>
<dc:title>Perceptrons</dc:title><dc:creator>The authors of Perceptrons</dc:creator>
<dc:language>en</dc:language><dc:rights>Text: CC BY 4.0. Code: BSD-3-Clause.</dc:rights>
<dc:subject>Machine learning</dc:subject>
<dc:description>An executable textbook on linear classifiers</dc:description>
<meta property="dcterms:modified">2026-01-01T00:00:00Z</meta>
<meta property="schema:accessMode">textual</meta><meta property="schema:accessMode">visual</meta>
<meta property="schema:accessModeSufficient">textual</meta>
<meta property="schema:accessibilityFeature">alternativeText</meta>
<meta property="schema:accessibilityFeature">MathML</meta>
<meta property="schema:accessibilityFeature">tableOfContents</meta>
<meta property="schema:accessibilityHazard">none</meta>
</metadata>
<manifest>
{manifest}
</manifest>
<spine>
{spine}
</spine></package>
"""
TITLE = """<h1>Perceptrons</h1><p>An executable textbook on linear classifiers</p>
<p>Text: CC BY 4.0. Code: BSD-3-Clause.</p>
<p>A ✓ beside a formula says that a program has proved it for all values, a ○ that it was tried on examples.</p>"""


def mended(svg: str) -> bytes:
    """Return what matplotlib draws without its DTD, and with a shape for blanks."""
    svg = re.sub(r"<!DOCTYPE[^>]*>", "", svg)
    return re.sub(r"<path (?![^>]*\bd=)([^>]*)/>", r'<path d="" \1/>', svg).encode()


def picture(source: str, site: Path) -> bytes:
    """Return the file of a picture, from its address in the merged book."""
    if source.startswith("data:"):
        return mended(unquote(source.partition(",")[2]))
    data = (site / unquote(urlsplit(source).path).lstrip("/")).read_bytes()
    return mended(data.decode()) if source.endswith(".svg") else data


def contents(files: list[dict]) -> str:
    """Return the contents of the book as a list of two levels."""
    items = []
    for file in files:
        link = '<a href="{}">{}</a>'
        heads = [link.format(f"{file['name']}#{at}", escape(head)) for head, at in file["heads"]]
        below = f"<ol>{''.join(f'<li>{head}</li>' for head in heads)}</ol>" if heads else ""
        items.append(f"<li>{link.format(file['name'], escape(file['title']))}{below}</li>")
    return f'<nav epub:type="toc" id="toc"><h1>Contents</h1><ol>{"".join(items)}</ol></nav>'


def book(tab: Page, site: Path = SITE) -> bytes:
    """Return the book as an EPUB, whose bytes hang on nothing but the site."""
    made = tab.evaluate((HERE / "cut.js").read_text("utf-8"))
    chapters = {
        file["name"]: PAGE.format(title=escape(file["title"]), body=file["text"]).encode()
        for file in made["files"]
    }
    front = {
        "title.xhtml": PAGE.format(title="Perceptrons", body=TITLE).encode(),
        "nav.xhtml": PAGE.format(title="Contents", body=contents(made["files"])).encode(),
    }
    rest = {name: picture(source, site) for name, source in made["pictures"].items()}
    rest = {f"images/{name}": data for name, data in rest.items()}
    rest |= {"epub.css": (HERE / "epub.css").read_bytes()}
    rest |= {FONT: (site / "_static" / FONT).read_bytes()}
    files = front | chapters | rest
    properties = {"nav.xhtml": "nav"} | {f["name"]: "mathml" for f in made["files"] if f["math"]}
    manifest = [
        f'<item id="f{number}" href="{name}" media-type="{KINDS[name.rpartition(".")[2]]}"'
        + (f' properties="{properties[name]}"/>' if name in properties else "/>")
        for number, name in enumerate(files)
    ]
    spine = [f'<itemref idref="f{number}"/>' for number in range(len(front | chapters))]
    opf = OPF.format(manifest="\n".join(manifest), spine="\n".join(spine))
    files = {f"book/{name}": data for name, data in files.items()} | {"book/content.opf": opf}
    out = io.BytesIO()
    with ZipFile(out, "w") as epub:
        epub.writestr(ZipInfo("mimetype", DATE), "application/epub+zip", ZIP_STORED)
        for name, data in {"META-INF/container.xml": CONTAINER, **files}.items():
            epub.writestr(ZipInfo(name, DATE), data, ZIP_DEFLATED, 9)
    return out.getvalue()

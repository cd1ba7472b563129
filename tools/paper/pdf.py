"""The merged book as a PDF: printed twice, since Chromium numbers no references, and packed."""

import base64
import io

import pikepdf
from playwright.sync_api import Page

DATE = "D:20260101000000Z"  # whenever it was printed
# Writes the number of its page beside each link of the contents, and of an exercise to its solution.
NUMBER = """(pages) => {
  for (const link of document.querySelectorAll(".paper-contents a, .to-solution"))
    link.dataset.page = pages[link.hash.slice(1)];
}"""


def printed(tab: Page, *, tagged: bool) -> bytes:
    """Print a tab; tags carry alternative texts and bookmarks."""
    network = tab.context.new_cdp_session(tab)
    options = {
        "preferCSSPageSize": True,
        "printBackground": True,
        "generateTaggedPDF": tagged,
        "generateDocumentOutline": tagged,
        "transferMode": "ReturnAsStream",
    }
    stream = network.send("Page.printToPDF", options)["stream"]
    out = io.BytesIO()
    while True:
        part = network.send("IO.read", {"handle": stream, "size": 1 << 20})
        data = part["data"]
        out.write(base64.b64decode(data) if part.get("base64Encoded") else data.encode())
        if part["eof"]:
            return out.getvalue()


def destinations(pdf: pikepdf.Pdf) -> dict[str, int]:
    """Return the page on which each id stands to which a link leads, counted from 1."""
    numbers = {page.objgen: number for number, page in enumerate(pdf.pages, 1)}
    return {name[1:]: numbers[place[0].objgen] for name, place in pdf.Root.Dests.items()}


def pages(data: bytes) -> int:
    """Return the number of pages of a PDF."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return len(pdf.pages)


def packed(raw: bytes) -> bytes:
    """Name the authors, open at the bookmarks, and write small: tags alone make 8 MB into 32."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(raw)) as pdf:
        pdf.docinfo["/Author"] = "The authors of Perceptrons"
        pdf.docinfo["/Creator"] = "Jupyter Book, Chromium"
        pdf.docinfo["/CreationDate"] = pdf.docinfo["/ModDate"] = DATE
        pdf.Root.PageMode = pikepdf.Name.UseOutlines
        pdf.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
        streams = pikepdf.ObjectStreamMode.generate
        pdf.save(out, object_stream_mode=streams, deterministic_id=True)
    return out.getvalue()


def book(tab: Page) -> bytes:
    """Return the book as a PDF, with the numbers of pages that hold in it."""
    with pikepdf.open(io.BytesIO(printed(tab, tagged=False))) as first:
        places = destinations(first)
    tab.evaluate(NUMBER, places)
    raw = printed(tab, tagged=True)
    with pikepdf.open(io.BytesIO(raw)) as second:
        if moved := {name for name, page in destinations(second).items() if page != places[name]}:
            raise ValueError(
                f"the numbers of pages have moved what they number: {sorted(moved)[:5]}"
            )
    return packed(raw)

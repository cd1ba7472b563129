"""Make the PDF and the EPUB of the built site, put them into it, and offer them on the page About.

python -m paper        # in tools/, from the site in _build/html
"""

from browser import SITE
from paper import epub, pdf
from paper.document import merged

HERE_THEY_ARE = "<!-- the book on paper -->"  # stands in about.md
OFFER = '<p>For paper and for readers of e-books: <a href="../{}">the book as a PDF</a> ({} pages, {:.0f} MB), <a href="../{}">and as an EPUB</a> ({:.0f} MB).</p>'
NAMES = "perceptrons.pdf", "perceptrons.epub"


def main() -> None:
    """Write both files into the site."""
    with merged() as tab:
        made = pdf.book(tab), epub.book(tab)
    for name, data in zip(NAMES, made, strict=True):
        (SITE / name).write_bytes(data)
        print(f"{name}: {len(data) / 1e6:.1f} MB in {SITE / name}")
    page = SITE / "book" / "about.html"
    sizes = [len(data) / 1e6 for data in made]
    offer = OFFER.format(NAMES[0], pdf.pages(made[0]), sizes[0], NAMES[1], sizes[1])
    page.write_text(page.read_text("utf-8").replace(HERE_THEY_ARE, offer), "utf-8")


if __name__ == "__main__":
    main()

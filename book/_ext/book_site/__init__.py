"""What the book's pages need beyond the settings of Jupyter Book: one idea a module."""

import gc
from importlib import import_module

PARTS = [
    "formulas",  # TeX to MathML at build time
    "cells",  # three kinds: taught, drawn, checked
    "marks",  # ✓ or ○ beside a formula leads to its check
    "pictures",  # alternative texts and sizes
    "numbers",  # Theorem 2.1: counted within the chapter
    "reference",  # the library, from its docstrings
    "glossary",  # the first use of a term leads to the glossary
    "links",  # names of the library lead to the reference
    "book_index",  # the index at the back
    "status",  # what is checked, counted
    "search",  # every passage, for the search page
    "breaks",  # where lines may break
    "upstream",  # repairs of other packages' HTML
    "page_head",  # description, font
    "bundle",  # what is done when all pages are written
]


def setup(app):
    """Set up each part. Pages are read in parallel, and written by one process (formulas)."""
    gc.set_threshold(100_000)  # many small objects a page: a quarter less time
    for part in PARTS:
        import_module(f"{__name__}.{part}").setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": False}

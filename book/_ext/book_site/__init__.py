"""What the book's pages need beyond the settings of Jupyter Book, one idea a module."""

PARTS = [
    "formulas",  # typeset while the site is built
    "cells",  # three kinds: taught, drawn, checked
    "marks",  # a formula that a cell checks leads there
    "pictures",  # alternative texts, sizes
    "citations",  # a list
    "folds",  # called by their words
    "boxes",  # of proofs and exercises
    "breaks",  # of lines, where they may be
    "numbers",  # Theorem 2.1: counted within the chapter
    "pages",  # the head of each page
    "reference",  # the library, from its docstrings
    "terms",  # their first use leads to the glossary
    "codelinks",  # names of the library lead to the reference
    "plain",  # words of code are text
    "register",  # the index at the back
    "status",  # what is checked, counted
    "explorables",  # on pages without cells
    "fonts",  # of the characters in use
    "stylesheet",  # one, of what the pages use
    "scripts",  # none before the first paint
    "leftovers",  # deleted
    "search",  # what it says about the pages that it finds
]


def setup(app):
    """Set up each part; all may read in parallel, and the formulas are written one by one."""
    for part in PARTS:
        app.setup_extension(f"{__name__}.{part}")
    return {"parallel_read_safe": True, "parallel_write_safe": False}

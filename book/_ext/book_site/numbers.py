"""Theorems, figures, equations and exercises are numbered within their chapter: Theorem 2.1."""

import re

from sphinx.environment.collectors.toctree import TocTreeCollector


def number_by_chapter(app, env):
    """Restart the numbers that Sphinx counts through the whole book in each chapter."""
    chapters = {doc: re.match(r"book/(\d+)_", doc) for doc in env.found_docs}
    env.toc_secnumbers = {doc: {"": (int(m[1]),)} for doc, m in chapters.items() if m}
    TocTreeCollector().assign_figure_numbers(env)
    env.toc_secnumbers = {}  # headings bear their own numbers
    return []


def setup(app):
    """Run after Sphinx has numbered the book."""
    app.connect("env-get-updated", number_by_chapter, priority=900)

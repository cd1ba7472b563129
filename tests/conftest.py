"""Repeatable examples for all tests."""

from hypothesis import settings

settings.register_profile("book", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("book")

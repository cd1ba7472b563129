"""Compare notebooks by `tests/drawings.py`, wherever pytest begins."""

pytest_plugins = ["drawings"]

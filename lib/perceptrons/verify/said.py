"""What a caller handed in, as a message repeats it: never long, and never an error of its own.

>>> said([1, 2]), said(10**5000), said("x" * 200)[-5:]
('[1, 2]', 'a very long int', 'xx...')
"""

from __future__ import annotations

__all__ = ["said"]


def said(v: object) -> str:
    """Return an object as text, shortened."""
    try:
        text = str(v)
    except ValueError:  # Python writes no number of more than 4300 digits
        return f"a very long {type(v).__name__}"
    return text if len(text) <= 120 else f"{text[:100]}..."

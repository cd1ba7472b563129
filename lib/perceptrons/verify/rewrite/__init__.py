"""Gate 3: rewriting the difference of two sides to zero."""

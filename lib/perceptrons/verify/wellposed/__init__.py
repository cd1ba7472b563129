"""Gate 1: the claim is well posed, and has a value wherever it is made."""

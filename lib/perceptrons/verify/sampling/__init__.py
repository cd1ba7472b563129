"""Exact points at which a claim is tried: those of a search, and those that a caller names."""

"""What was handed in: whose it is, which file counts, and its answers in the released notebook."""

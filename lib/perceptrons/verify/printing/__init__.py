"""What the reader sees of a check: formulas, rows, statements and reports."""

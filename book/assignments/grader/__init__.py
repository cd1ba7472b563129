"""Collect, grade, mark and export the coursework: `python -m grader` in book/assignments.

The path of a submission: `collect` finds it, `rebuild` puts its answers back into the released notebook,
`execute` runs that in a limited kernel, `audit` looks for signs of cheating, and `gradebook` keeps the
points. `grading` does this for one submission, `batch` for a class.
"""

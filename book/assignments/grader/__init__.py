"""Collect, grade, mark and export the coursework: `python -m grader` in book/assignments.

`intake` finds the submissions, and puts their answers back into the released notebook. `run` runs that and
its checks, for one submission and for a class. `results` keeps the points and gives them out. Each knows
those before it, and none after it; beside them stands what all of them use: `coursework` with its
`variant`, `slim` and `names`, and `people`, `reports` and `spreadsheet`.
"""

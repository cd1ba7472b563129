"""Collect, grade, mark and export the coursework: `python -m grader` in book/assignments.

The path of a submission: `collect` finds it, `rebuild` puts its answers back into the released notebook,
`execute` runs that, and `gradebook` keeps the points. `grading` does this for one submission, `batch` for a
class.

Two processes run a notebook. The student's cells are in `worker`, inside the `sandbox`. The `checks` are in
`session`: what the student defined is to them at the other end of a `line`, on which nothing but `plain`
data travels. `student` and `process` are their end of it.
"""

"""Run submissions, and their checks.

Two processes run a notebook. The student's cells are in `worker`, inside the `sandbox`. The `checks` are in
`session`: what the student defined is to them at the other end of `rpc`, on which nothing travels but the
plain data of `codec`. `student` and `process` are their end of it.
"""

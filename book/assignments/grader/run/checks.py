"""Run a check in a scope of its own, in which the student's functions are called in another process."""

import contextlib
import re
import sys

import numpy as np


class Scope(dict):
    """The names of a check. One that the student was asked to define is looked up where it is first read.

    A function that a check gives such a name stands in for the student's, also where the student's other
    functions call it: a slip that has cost its points elsewhere then costs none here, and earns none.
    """

    def __init__(self, student):
        super().__init__(__name__="check", np=np)
        self.asked, self.student = frozenset(), student

    def __setitem__(self, name, value):
        super().__setitem__(name, value)
        if name in self.asked and callable(value):
            self.student.stand_in(name, value)

    def __missing__(self, name):
        if name not in self.asked:
            raise KeyError(name)
        super().__setitem__(name, self.student.look_up(name))
        return self[name]


@contextlib.contextmanager
def no_text_as_code(code):
    """Keep SymPy from evaluating, as Python, a text that may be an answer. Its own uses are single words."""
    if "sympy" not in code and "sympy" not in sys.modules:
        yield
        return
    from sympy.parsing import sympy_parser

    evaluate = sympy_parser.parse_expr

    def parse(text, *args, **named):
        if not re.fullmatch(r"\w+", text):
            raise ValueError("an expression should be one of SymPy's, not a text")
        return evaluate(text, *args, **named)

    sympy_parser.parse_expr = parse
    try:
        yield
    finally:
        sympy_parser.parse_expr = evaluate


def attempt(code, setup, names, student):
    """Run a check once; return the exception that it raised, or None."""
    scope, failed = Scope(student), None
    try:
        for each in setup:
            exec(each, scope)  # noqa: S102 - the teacher's code
        for name in names & scope.keys():
            del scope[name]
        scope.asked = names
        with no_text_as_code(code):
            exec(code, scope)  # noqa: S102
    except Exception as fault:  # noqa: BLE001 - whatever it is, the check failed
        failed = fault
    student.stand_down()
    return failed or student.failed


def check(code, setup, names, student):
    """Return why a check fails, as the name and text of an exception, or None.

    It runs again if it passes and a function changed an argument, which is then changed here, too: a check
    may ask that arguments are left alone, and none may be misled about what it handed over.
    """
    student.begin()
    fault, hint = attempt(code, setup, names, student), ""
    if fault is None and student.changed:
        student.begin(writing=True)
        fault = attempt(code, setup, names, student)
        hint = "(a function of yours changes what it is given)"
    if fault is None:
        return None
    if notes := getattr(fault, "__notes__", None):
        hint = f"(raised by your code{', ' * bool(notes[0])}{notes[0]})"
    return type(fault).__name__, f"{fault} {hint}".strip() or "this is not so"

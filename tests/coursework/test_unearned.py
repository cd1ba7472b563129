"""No mark is earned by answers that do not look at the question: kept ones, in their order, or constants.

Who knows all of a source but the seed, such as from the public book, has the right answers to other hidden
cases. None of them is to be of use, neither in the order in which they were asked for nor as a table.
"""

import ast
from collections import defaultdict
from functools import cache

import numpy as np
import pytest
from harness import HIDDEN, NAMES, grade, variant

from grader.coursework import is_check, load, name

hidden = cache(
    lambda assignment: {
        name(c): HIDDEN.search(c.source)[1]
        for c in load("source", assignment).cells
        if is_check(c) and HIDDEN.search(c.source)
    }
)


def asked(given, options):
    """Return the arguments of a call as a key."""
    with np.printoptions(threshold=10**6):
        return repr((given, sorted(options.items())))


class Kept:
    """The right answers of a source to its hidden checks, kept and given again."""

    def __init__(self, source):
        self.answers, self.table = defaultdict(list), {}
        self.said = grade(source, self.keep)
        self.checks = {check for check, _ in self.answers} & {
            k for k, e in self.said.items() if not e
        }

    def keep(self, check, name, function):
        def answer(*given, **options):
            key = check, name, asked(given, options)
            self.answers[check, name].append(function(*given, **options))
            self.table[key] = self.answers[check, name][-1]
            return self.table[key]

        return answer if callable(function) else function

    def replay(self, check, name, function):
        """Answer from the table, else in the order in which the right answers were kept."""
        kept = self.answers[check, name]
        left = iter(kept)

        def answer(*given, **options):
            following = next(left, kept[-1])
            return self.table.get((check, name, asked(given, options)), following)

        return answer if callable(function) else function


kept = cache(lambda assignment, seed: Kept(seeded(assignment, seed)))


def seeded(assignment, add):
    """Return a source with another seed."""
    text = f"seed={variant(assignment)[1].seed}"
    return variant(assignment, (text, f"{text} + {add}"))[0]


def constant(number):
    """Return what gives right answers with each of their numbers replaced by this one."""

    def like(value):
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            return [str(number)] * len(value)
        if isinstance(value, list | tuple):
            return type(value)(map(like, value))
        if isinstance(value, bool | np.bool_):
            return bool(number)
        if value is None or isinstance(value, str):
            return value
        return np.full(np.shape(value), number) if np.shape(value) else number

    def tamper(check, name, function):
        def answer(*given, **options):
            return like(function(*given, **options))

        return answer if callable(function) else function

    return tamper


def earned(assignment, tamper, seed=0):
    """Return the hidden checks that ask functions, and pass all the same."""
    said = grade(seeded(assignment, seed), tamper)
    return {
        check for check in kept(assignment, 0).checks & hidden(assignment).keys() if not said[check]
    }


@pytest.mark.parametrize("assignment", NAMES)
def test_right_answers_to_other_cases_earn_nothing(assignment):
    assert earned(assignment, kept(assignment, 0).replay, 500) == set()


@pytest.mark.parametrize("number", [0, 1e-9, np.nan])
@pytest.mark.parametrize("assignment", NAMES)
def test_constants_earn_nothing(assignment, number):
    assert earned(assignment, constant(number)) == set()


def names(node):
    """Return the names in a piece of code, but those of functions."""
    called = {id(call.func) for call in ast.walk(node) if isinstance(call, ast.Call)}
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and id(n) not in called}


def tells(check):
    """Return the names that a failing assertion shows although the answer should have been that.

    Where the answer is yes or no, the case alone would do: nothing of it is shown.
    """
    for found in ast.walk(ast.parse(check)):
        if isinstance(found, ast.Assert) and isinstance(found.msg, ast.JoinedStr):
            shown = {name for part in found.msg.values for name in names(part)}
            calls = [c for c in ast.walk(found.test) if isinstance(c, ast.Call)]
            secret = {n for c in calls if ast.unparse(c.func) == "near" for n in names(c.args[1])}
            for equal in ast.walk(found.test):
                if isinstance(equal, ast.Compare) and isinstance(equal.ops[0], ast.Eq):
                    secret |= names(equal.comparators[0])
            yes_or_no = any(ast.unparse(call.func) == "bool" for call in calls)
            yield from shown if yes_or_no else shown & secret


@pytest.mark.parametrize("assignment", NAMES)
def test_no_message_of_a_hidden_check_tells_what_is_right(assignment):
    told = {check: sorted(tells(text)) for check, text in hidden(assignment).items()}
    assert {check: shown for check, shown in told.items() if shown} == {}


def test_what_a_message_tells_is_found():
    assert set(tells('assert near(mine, right), f"not {mine} but {right}"')) == {"right"}
    assert set(tells('assert bool(is_one(X)) == right, f"for {X}"')) == {"X"}

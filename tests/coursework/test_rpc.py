"""Functions of the other process look like functions of this one, and bring back copies of plain data."""

import contextlib
import functools
from array import array
from collections import ChainMap, UserDict, UserList, deque
from decimal import Decimal
from types import MappingProxyType

import numpy as np
import pytest
import sympy as sp
from harness import student

from grader.run import rpc
from grader.run import student as limits
from grader.run.checks import check


def outcome(code, setup=(), **defined):
    """Return how a check ends for a student who has defined this; the set-up may use no name of these."""
    error = check(code, setup, set(defined), student(defined))
    return ": ".join(error or ())


def add(a, b=1):
    """Add two numbers."""
    return a + b


def test_a_function_is_called_with_what_it_is_given():
    assert (
        outcome("assert add(2) == 3 and add(2, b=5) == 7 and add([1], [2]) == [1, 2]", add=add)
        == ""
    )


CALLABLE = {
    "vectorized": np.vectorize(lambda x: 2 * x),
    "partial": functools.partial(lambda k, x: k * x, 2),
    "instance": type("Double", (), {"__call__": lambda self, x: x * 2})(),
    "method": np.diag([2.0, 2.0]).dot,
    "generator": lambda x: (2 * part for part in x),
    "matrix": lambda x: (2 * np.asarray(x)).view(np.matrix),
}


@pytest.mark.parametrize("kind", CALLABLE)
def test_whatever_can_be_called_is_a_function(kind):
    code = "assert (np.ravel(double(np.array([0, 1]))) == [0, 2]).all()"
    assert outcome(code, double=CALLABLE[kind]) == ""


def test_a_handed_function_calls_back_and_a_returned_one_comes_back():
    assert outcome("assert twice(lambda x: x + 1, 3) == 5", twice=lambda f, x: f(f(x))) == ""
    code = "f = both(lambda x: 2 * x)\nassert f(4) == 9\nassert same(f)(4) == 9\nassert same(abs) is abs"
    assert outcome(code, both=lambda f: lambda x: f(x) + 1, same=lambda f: f) == ""
    keep = []
    code = "store(lambda k: 1 / k)\nassert use(4) == 0.25"
    assert outcome(code, store=keep.append, use=lambda k: keep[0](k) + 0) == ""


def test_an_assertion_in_a_handed_function_counts_although_it_is_swallowed():
    def swallow(rate):
        with contextlib.suppress(AssertionError):
            rate(0)

    code = "def rate(k):\n    assert k > 0, 'k counts from 1'\nswallow(rate)"
    assert outcome(code, swallow=swallow) == "AssertionError: k counts from 1"


def test_an_exception_is_raised_again_with_its_text():
    def refuse(kind):
        raise kind("because")

    kinds = [ValueError, KeyError, ZeroDivisionError, NotImplementedError, AssertionError]
    for kind in kinds:
        code = f"try: refuse()\nexcept {kind.__name__} as fault: assert fault.args == ('because',)"
        assert outcome(f"{code}\nelse: assert False", refuse=functools.partial(refuse, kind)) == ""
        said = outcome("refuse()", refuse=functools.partial(refuse, kind))
        assert said.startswith(f"{kind.__name__}: ")
        assert said.endswith("(raised by your code)")
    own = functools.partial(refuse, type("Own", (np.linalg.LinAlgError,), {}))
    assert outcome("own()", own=own) == "ValueError: because (raised by your code)"
    other = functools.partial(refuse, type("Other", (Exception,), {}))
    assert outcome("other()", other=other) == "RuntimeError: Other: because (raised by your code)"


def test_an_exception_without_a_text_and_an_array_of_dates_are_told_in_words():
    def bad():
        raise type("Bad", (Exception,), {"__str__": None})(1)

    assert outcome("bad()", bad=bad).startswith("RuntimeError: Bad: its text cannot be written")
    said = outcome("dates()", dates=lambda: np.zeros(3, "datetime64[s]"))
    assert said.startswith("TypeError: it is an array of datetime64[s], which is no plain data")


def test_the_end_of_an_iterator_does_not_end_a_loop_of_the_check():
    stop = iter([]).__next__
    assert outcome("assert all(map(lambda x: stop() is x, [1, 2]))", stop=stop).startswith(
        "RuntimeError"
    )


def test_an_argument_that_was_changed_is_changed_for_a_check_that_asks():
    def shift(w):
        w[...] = 5

    def empty(words, table):
        words.clear()
        table["new"] = 1

    code = "w = np.zeros(2)\nshift(w)\nassert (w == 0).all(), 'changed w'"
    said = "AssertionError: changed w (a function of yours changes what it is given)"
    assert outcome(code, shift=shift) == said
    code = "words, table = ['a'], {}\nempty(words, table=table)\nassert words == ['a'], 'words'"
    assert outcome(code, empty=empty).startswith("AssertionError: words")
    assert outcome(code.replace("words ==", "table == {} or words =="), empty=empty).startswith(
        "Ass"
    )
    assert outcome(code, empty=lambda words, table: None) == ""


def test_an_argument_that_was_changed_misleads_no_check():
    def nothing(X, w):
        X[...] = 0
        w[...] = 0
        return 0 * w

    code = "X, w = np.ones((2, 2)), np.ones(2)\nassert (products(X, w) == X @ w).all(), 'wrong'"
    assert outcome(code, products=nothing) == "AssertionError: wrong"


def test_a_name_is_looked_up_where_it_is_read_and_at_no_other_time():
    seen = []

    class Names(dict):
        def __contains__(self, name):
            seen.append(name)
            return dict.__contains__(self, name)

    code = "w = 3\nf = lambda: v\nassert [f() for _ in range(2)] == [4, 4] and w == 3"
    error = check(code, [], {"v", "w", "u"}, student(Names(v=4, w=5)))
    assert error is None
    assert seen == ["v"]
    missing = "NameError: u is not defined"
    assert ": ".join(check("u", [], {"u"}, student({}))) == missing
    odd = outcome("odd", odd=object())
    assert (
        odd == "TypeError: odd cannot be checked: it is of the type object, which is no plain data"
    )


def test_a_function_of_the_check_stands_in_for_the_students_until_the_check_ends():
    scope = {"inner": lambda x: 0}
    scope["outer"] = lambda x: scope["inner"](x) + 1
    theirs, asked = student(scope), {"inner", "outer"}
    stand_in = "inner = lambda x: 10 * x\nassert outer(2) == 21 and inner(2) == 20\n{}"
    assert check(stand_in.format(""), [], asked, theirs) is None
    assert check(stand_in.format("1 / 0"), [], asked, theirs)[0] == "ZeroDivisionError"
    assert check("assert outer(2) == 1 and inner(2) == 0", [], asked, theirs) is None
    no_function = "inner = 5\nassert outer(2) == 1 and inner == 5"
    assert check(no_function, ["def inner(x): return 9"], asked, theirs) is None


def test_sequences_and_tables_of_other_kinds_count_as_what_they_hold():
    class Vector:
        def __init__(self, *values):
            self.values = values

        def __len__(self):
            return len(self.values)

        def __getitem__(self, place):
            return self.values[place]

    kinds = [
        deque([1, 2]),
        UserList([1, 2]),
        array("d", [1, 2]),
        memoryview(array("i", [1, 2])),
        Vector(1, 2),
        Vector(Vector(1), Vector(2)),
        sp.Array([1, 2]),
    ]
    code = "assert [np.ravel(np.asarray(each, float)).tolist() for each in kinds] == [[1, 2]] * 7"
    assert outcome(code, kinds=kinds) == ""
    tables = [MappingProxyType({"a": 1}), UserDict(a=1), ChainMap({"a": 1})]
    assert outcome("assert tables == [{'a': 1}] * 3", tables=tables) == ""


def test_numbers_of_other_kinds_count_as_what_they_are():
    assert outcome("assert float(x) == 0.5", x=Decimal("0.5")) == ""
    assert outcome("assert list(x) == ['a']", x={"a": 1}.keys()) == ""


def test_text_is_not_evaluated_by_sympy(tmp_path):
    file = tmp_path / "made"
    text = f"__import__('pathlib').Path({str(file)!r}).touch()"
    for call in ("sympify(text)", "Integer(1) * sp.S(text)", "Matrix([text])", "simplify(text)"):
        said = outcome(f"import sympy as sp\nsp.{call}", ["import sympy"], text=text)
        assert "not a text" in said
    assert not file.exists()
    assert outcome("import sympy as sp\nassert sp.simplify('x') == sp.Symbol('x')") == ""


def test_a_check_that_calls_too_often_is_told(monkeypatch):
    monkeypatch.setattr(limits, "CALLS", 50)
    with pytest.raises(limits.Lost, match="more than 50 calls"):
        outcome("while True: add(1)", add=add)
    with pytest.raises(limits.Lost, match="more than 50 calls"):
        outcome("again(abs)", again=lambda f: [f(1) for _ in range(100)])


@pytest.mark.parametrize(
    "reply",
    [
        {},
        {"value": {"back": 99}},
        {"value": {"back": -1}},
        {"value": {"function": "os"}},
        {"value": {"function": 1, "back": 2}},
        {"raised": ["SystemExit", "0"]},
        {"raised": ["StopIteration", ""]},
        {"raised": "no"},
        {"raised": [["a"], {}]},
        {"changed": [[0, 5]], "value": None},
        {"changed": [[7, []]], "value": None},
        {"changed": 3, "value": None},
        {"changed": [[{}, 3]]},
    ],
)
def test_a_forged_reply_is_an_answer_or_an_error_and_nothing_else(reply):
    known = limits.Student(
        lambda request, _: reply if request["args"] else {"value": {"function": 3}}
    )
    known.begin(writing=True)
    remote = rpc.Remote(known.peer, 3)
    given = [1]
    answer = None
    with contextlib.suppress(LookupError, TypeError, ValueError, RuntimeError):
        answer = remote(given)
    assert answer is None or type(answer) is rpc.Remote
    assert given == [1] or reply["changed"]

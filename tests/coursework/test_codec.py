"""Plain data comes back as it was; what is none, or too much, is refused, whoever wrote it."""

import doctest
import json
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst
from scipy import sparse

from grader.run import codec, symbolic

ARRAYS = npst.arrays(
    st.sampled_from(sorted(codec.DTYPES)), npst.array_shapes(min_dims=0, min_side=0, max_side=3)
)
KEYS = st.integers() | st.text() | st.tuples(st.booleans(), st.none())
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-(2**100), 2**100)
    | st.floats()
    | st.complex_numbers()
    | st.text()
    | st.binary()
    | st.fractions()
    | st.builds(range, st.integers(-9, 9), st.integers(-9, 9))
    | st.slices(9)
    | st.sets(KEYS)
    | ARRAYS
)
VALUES = st.recursive(
    LEAVES,
    lambda parts: (
        st.lists(parts) | st.lists(parts).map(tuple) | st.dictionaries(KEYS, parts, max_size=3)
    ),
    max_leaves=8,
)
X, P = sp.Symbol("x"), sp.Symbol("p", positive=True)


def again(value):
    """Return a value after its journey."""
    return codec.unpack(json.loads(json.dumps(codec.pack(value))))


def same(one, two):
    """Tell whether two values have the same types and contents; NaN is NaN here."""
    if type(one) is not type(two):
        return False
    match one:
        case np.ndarray():
            alike = one.dtype == two.dtype and one.shape == two.shape
            return alike and np.array_equal(one, two, equal_nan=one.dtype.kind in "fc")
        case list() | tuple():
            return len(one) == len(two) and all(map(same, one, two))
        case dict():
            return all(map(same, one, two)) and all(map(same, one.values(), two.values()))
        case float() | complex():
            return repr(one) == repr(two)
    return one == two


def test_the_truth_of_sympy_travels_as_pythons():
    assert list(map(type, again([sp.true, sp.false]))) == [bool, bool]
    assert again((sp.true, sp.Integer(1) > 2)) == (True, False)


@pytest.mark.parametrize("module", [codec, symbolic])
def test_examples_in_the_documentation_are_true(module):
    failed, tried = doctest.testmod(module)
    assert (failed, bool(tried)) == (0, True)


@given(VALUES)
def test_values_come_back_as_they_were(value):
    assert same(again(value), value)


@given(ARRAYS)
def test_what_comes_back_is_a_copy_that_can_be_written(value):
    back = again(value)
    assert back.flags.writeable
    assert back.flags.owndata
    assert type(again(np.asarray(value)[()])) is type(np.asarray(value)[()])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda parts: (
        st.lists(parts, max_size=4)
        | st.dictionaries(
            st.sampled_from(["scalar", "int", "complex", "Fraction", "bytes", "tuple", "set", "dict", "range", "slice", "array", "objects", "generator", "sympy", "csr"]), parts, max_size=1
        )
    ),
    max_leaves=12,
)  # fmt: skip


@given(JSON)
def test_whatever_arrives_is_built_of_known_types_or_refused(data):
    known = bool | int | float | complex | str | bytes | list | tuple | set | dict | range | slice
    known |= (
        None | Fraction | np.ndarray | np.generic | np.random.Generator | sp.Basic | sp.MatrixBase
    )
    try:
        value = codec.unpack(data)
    except (ValueError, TypeError):
        return
    assert isinstance(value, known)


class Sly(float):
    """A number that claims to be any other."""

    def __eq__(self, other):
        return True

    __hash__ = float.__hash__
    __float__ = __lt__ = __gt__ = __le__ = __ge__ = __abs__ = __sub__ = __eq__


class SlyArray(np.ndarray):
    """An array that claims to be any other."""

    __eq__ = Sly.__eq__
    __hash__ = None
    __array_ufunc__ = None


def test_nothing_of_a_subclass_survives():
    for value, kind in [
        (Sly(3), float),
        (np.zeros(2).view(SlyArray), np.ndarray),
        (np.array([[1, 2]]).view(np.matrix), np.ndarray),
        (np.ma.masked_array([1.0, 2.0], [True, False]), np.ndarray),
        (type("L", (list,), {"__getitem__": lambda *_: 7})([1]), list),
        (type("D", (dict,), {"__missing__": lambda *_: 7})({1: 2}), dict),
        (type("S", (str,), {"__eq__": Sly.__eq__, "__hash__": str.__hash__})("no"), str),
        (type("I", (int,), {"__eq__": Sly.__eq__, "__hash__": int.__hash__})(4), int),
    ]:
        assert type(again(value)) is kind
    assert again(Sly(3)) != 4


def test_no_part_of_a_wide_number_is_lost():
    assert again(np.full(2, 1 + 2j, dtype=np.clongdouble)).tolist() == [1 + 2j] * 2
    assert again(np.array([1.5], dtype=np.longdouble)).tolist() == [1.5]


def test_a_boolean_is_true_or_false_whatever_its_byte_says():
    odd = codec.pack(np.array([2, 0], dtype=np.uint8))
    odd["array"][0] = "bool"
    assert codec.unpack(odd).view(np.uint8).tolist() == [1, 0]


@pytest.mark.parametrize(
    "value",
    [
        np.array(["a", "bc"]),
        np.array([[1, "a"], [None, (2, 3)]], dtype=object),
        np.float64(0.1),
        np.int8(-3),
    ],
)
def test_arrays_of_words_and_of_things_and_single_numbers_travel_too(value):
    back = again(value)
    assert type(back) is type(value)
    assert back.dtype == value.dtype
    assert np.array_equal(back, value)


def test_a_generator_goes_on_where_it_was():
    for bits in codec.GENERATORS.values():
        rng = np.random.Generator(bits(5))
        rng.random(3)
        assert again(rng).random() == rng.random()


def test_sparse_rows_travel_as_three_arrays():
    rows = sparse.csr_matrix(np.eye(3)[[2, 0]])
    assert (again(rows).toarray() == rows.toarray()).all()
    packed = codec.pack(rows)
    packed["csr"][2] = codec.pack(np.array([99, 0], dtype=np.int32))
    with pytest.raises(ValueError, match="indices"):
        codec.unpack(packed)


@pytest.mark.parametrize(
    "value",
    [
        2 * X**2 - P / 3,
        sp.sqrt(2) * sp.pi + sp.E + sp.I,
        sp.Piecewise((X, X > 0), (-X, True)),
        sp.Matrix([[X, 1], [P, sp.Rational(1, 3)]]),
        sp.exp(-(X**2)) * sp.Float(2.5),
        sp.Abs(X) + sp.Max(0, X) + sp.sign(P),
        sp.oo,
        sp.Eq(X, P),
        sp.Integer(2) ** 1000,
    ],
)
def test_expressions_come_back_with_what_is_known_of_their_symbols(value):
    back = again(value)
    assert back == value
    assert type(back) is type(value)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (object(), "type object"),
        (print, "type builtin"),
        (sp.Function("f")(X), "which no check can read"),
        (sp.Integral(X, X), "Integral of SymPy"),
    ],
)
def test_what_is_no_plain_data_is_refused_in_words(value, words):
    with pytest.raises((TypeError, ValueError), match=words):
        codec.pack(value)


def test_depth_and_size_are_bounded():
    with pytest.raises(ValueError, match="binary digits"):
        codec.pack(2**20_000)
    deep = []
    for _ in range(codec.DEPTH + 1):
        deep = [deep]
    with pytest.raises(ValueError, match="deep"):
        codec.pack(deep)
    loop = []
    loop.append(loop)
    with pytest.raises(ValueError, match="deep"):
        codec.pack(loop)
    with pytest.raises(ValueError, match="deep"):
        codec.unpack(deep)
    for data in [
        {"range": [0, 10**12, 1]},
        {"array": ["bool", [0, 10**9], ""]},
        {"array": ["float64", [2], "AAAA"]},
        {"array": ["object", [1], "AAAAAAAAAAA="]},
        {"objects": ["O", [10**4, 10**4], []]},
        {"int": "0x" + "f" * 10_000},
        2**20_000,
        {"scalar": ["V8", [], "AAAAAAAAAAA="]},
        {"generator": ["__class__", {}]},
        {"Fraction": [1, 0]},
        {"dict": [[[], 1]]},
        {"os": "system"},
    ]:
        with pytest.raises((ValueError, TypeError)):
            codec.unpack(data)


@pytest.mark.parametrize(
    "tree",
    [
        ["Pow", ["Integer", "0xa"], ["Integer", "0xffffff"]],
        ["Pow", ["Symbol", "x", {}], ["Integer", "0xffffff"]],
        ["Pow", ["Pow", ["Integer", "0xa"], ["Integer", "0x3e8"]], ["Integer", "0x3e8"]],
        ["Integer", "0x" + "f" * 5000],
        ["lambdify", ["Symbol", "x", {}]],
        ["__class__"],
        ["Symbol", "x", {"real": "no"}],
        "x",
        ["Add", "print(1)"],
        ["Matrix", 9, "9"],
    ],
)
def test_a_tree_that_is_no_expression_or_too_large_is_refused(tree):
    with pytest.raises(ValueError, match="expression"):
        codec.unpack({"sympy": tree})


def test_an_expression_has_a_bounded_depth_and_number_of_parts():
    deep = X
    for _ in range(symbolic.DEPTH + 1):
        deep = sp.sin(deep)
    with pytest.raises(ValueError, match="deep"):
        codec.pack(deep)
    wide = ["Add", *[["Symbol", "x", {}]] * symbolic.NODES]
    with pytest.raises(ValueError, match="parts"):
        codec.unpack({"sympy": wide})

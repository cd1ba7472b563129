"""Tables and numbers as text: what is odd prints, too, and what is no text is refused where it is given."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptrons.table import Table, brief, number, vector

ODD = [
    (float("nan"), "nan"),
    (float("inf"), "inf"),
    (-float("inf"), "-inf"),
    (np.float64(0.5), "0.5"),
    (np.float32(-2), "-2"),
    (np.longdouble(0.25), "0.25"),
    (np.int8(-7), "-7"),
    (np.int64(2**53 + 1), "9007199254740993"),  # no float
    (np.uint64(2**64 - 1), "18446744073709551615"),
    (np.array(3.0), "3"),
    (1e300, "1e+300"),
    (999999999999999.0, "999999999999999"),
    (5e-324, "4.941e-324"),
    (10**4000, "1" + "0" * 4000),
    (10**5000, "1.000e+5000"),
    (-(10**5000), "-1.000e+5000"),
    (Fraction(-2, 3 * 10**5000), "-6.667e-5001"),
    (Fraction(10**6000, 3), "3.333e+5999"),
]


@pytest.mark.parametrize(("value", "text"), ODD, ids=[text[:15] for _, text in ODD])
def test_odd_numbers_print(value, text):
    assert number(value) == text
    assert vector([1, value]) == f"(1, {text})"


@given(st.fractions())
def test_fractions_print_as_they_are_and_briefly_to_four_digits(q):
    assert Fraction(number(q)) == q
    # Four digits: half a unit of the fourth.
    assert abs(Fraction(brief(q)) - q) <= abs(q) * Fraction(5, 10**4)
    assert len(brief(q)) < 25


@pytest.mark.parametrize("value", [None, 1j, "a", [1, 2], np.ones(2)])
def test_what_is_no_number_is_refused(value):
    with pytest.raises(ValueError, match=r"value is .*; only real numbers are printed"):
        number(value)


@pytest.mark.parametrize(
    ("columns", "rows", "message"),
    [
        (["a"], [["1"], ["1", "2"]], r"rows\[1\] has 2 cells for 1 columns: give one each"),
        (["a", "b"], [[]], r"rows\[0\] has 0 cells for 2 columns"),
        (["a", "b"], [["1", 2]], r"rows\[0\]\[1\] is 2; every cell is text: give table.number"),
        (["a", None], [], r"columns\[1\] is None; every cell is text"),
    ],
)
def test_a_table_that_cannot_be_printed_is_refused(columns, rows, message):
    with pytest.raises(ValueError, match=message):
        Table(columns, rows)


def test_equal_tables_have_equal_hashes():
    tables = [Table(["a"], [["1"]]) for _ in range(2)] + [Table(["a"], [["2"]])]
    assert tables[0] == tables[1] != tables[2]
    assert len(set(tables)) == 2


def test_tables_without_rows_or_columns_print():
    assert str(Table(["a", "b"], [])) == "a  b"
    assert str(Table([], [])) == ""
    assert "<tbody>" in Table([], [])._repr_html_()

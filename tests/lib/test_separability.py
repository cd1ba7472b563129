"""Separator or certificate: each answer proves itself in fractions, whatever the guess was."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from sklearn import datasets

from perceptrons import data, separability
from perceptrons.data import exact
from perceptrons.geometry import reflect
from perceptrons.separability import Certificate, Separator, separate

QUARTER, THIRD = Fraction(1, 4), Fraction(1, 3)
CERTIFICATES = {  # X, t, α
    "XOR": (*data.xor(), [QUARTER] * 4),
    "between two": ([[1], [2], [3]], [1, -1, 1], [QUARTER, 2 * QUARTER, QUARTER]),
    "the same twice": ([[5, 7], [5, 7]], [1, -1], [QUARTER * 2] * 2),
    "inside a triangle": (
        [[0, 0], [3, 0], [0, 3], [1, 1]],
        [1, 1, 1, -1],
        [THIRD / 2, THIRD / 2, THIRD / 2, QUARTER * 2],
    ),
}
problems = st.integers(1, 3).flatmap(
    lambda d: st.lists(
        st.tuples(st.lists(st.integers(-4, 4), min_size=d, max_size=d), st.sampled_from([-1, 1])),
        min_size=1,
        max_size=8,
    )
)


def proven(X, t):
    """Return the answer, after checking it against its definition in fractions."""
    answer = separate(X, t)
    Z = reflect(exact(X.toarray() if isinstance(X, csr_array) else X), t)
    if answer.separable:
        assert isinstance(answer, Separator)
        assert (Z @ exact(answer.w) > 0).all()
    else:
        assert isinstance(answer, Certificate)
        assert {type(share) for share in answer.alpha} == {Fraction}
        assert (answer.alpha >= 0).all()
        assert answer.alpha.sum() == 1
        assert not (answer.alpha @ Z).any()
        assert answer.support.tolist() == [i for i, share in enumerate(answer.alpha) if share]
        assert len(answer.support) <= Z.shape[1] + 1
    return answer


@pytest.mark.parametrize(("X", "t", "alpha"), CERTIFICATES.values(), ids=CERTIFICATES)
@pytest.mark.parametrize("kind", [exact, np.array, csr_array])
def test_known_certificates(kind, X, t, alpha):
    assert proven(kind(X), t).alpha.tolist() == alpha


@given(problems)
def test_floats_and_fractions_agree_and_prove_it(problem):
    X, t = zip(*problem, strict=True)
    assert proven(np.array(X), t).separable == proven(exact(X), t).separable


@pytest.mark.parametrize("case", [data.modified_or(), data.logical_and(), ([[7]], [-1])])
def test_separators_of_small_data(case):
    assert proven(*case).separable


@pytest.mark.parametrize("step", [2.0**-20, 2.0**-50])
def test_what_the_program_cannot_see_is_still_decided(step):
    """Gaps below the tolerance of the program, 1e-7, and down to the last bit of a float."""
    assert proven([[1], [1 + step]], [1, -1]).separable
    three = proven([[1], [1 + step], [1 + 2 * step]], [1, -1, 1])
    assert three.alpha.tolist() == [QUARTER, 2 * QUARTER, QUARTER]


@pytest.mark.parametrize("rows", [[0, 1], [0, 1, 2]], ids=["no relation", "not convex"])
def test_a_wrong_guess_is_not_believed(monkeypatch, rows):
    """With the program's answer replaced by nonsense, Wolfe's algorithm decides."""
    alpha = np.isin(range(4), rows) / len(rows)
    monkeypatch.setattr(separability, "_program", lambda Z: (np.array([-1.0, 0]), alpha))
    assert proven([[1], [2], [3], [4]], [1, 1, -1, -1]).separable
    assert not proven([[1], [2], [3], [4]], [1, 1, -1, 1]).separable


def test_of_many_relations_one_is_taken(monkeypatch):
    """A guess with more patterns than needed is still good enough: one of their relations is."""
    guess = np.array([-1.0, 0]), np.ones(5) / 5
    monkeypatch.setattr(separability, "_program", lambda Z: guess)
    monkeypatch.delattr(separability, "wolfe")
    X = [[1], [1], [2], [3], [5]]
    assert proven(X, [1, 1, -1, 1, 1]).alpha.tolist() == [QUARTER, 0, 2 * QUARTER, QUARTER, 0]


def test_columns_of_any_size_need_no_second_guess(monkeypatch):
    monkeypatch.delattr(separability, "wolfe")
    X, t = data.cloud(40, 3, margin=0.05, seed=2)
    assert proven(X * [1e9, 1e-9, 1], t).separable
    assert not proven(np.vstack([X, X[:1]]) * [1e9, 1e-9, 1], [*t, -t[0]]).separable


def test_a_column_of_zeros_changes_nothing():
    assert proven([[1, 0], [2, 0]], [1, -1]).separable
    assert not proven([[1, 0], [2, 0], [3, 0]], [1, -1, 1]).separable


def test_real_data():
    table = datasets.load_breast_cancer()
    t = np.where(table.target == 0, 1, -1)
    assert proven(table.data, t).separable
    assert not proven(table.data[:, :10], t).separable
    iris = datasets.load_iris()
    assert proven(iris.data, np.where(iris.target == 0, 1, -1)).separable
    assert not proven(iris.data, np.where(iris.target == 1, 1, -1)).separable


def test_sparse_mail_is_separable():
    mail = data.spam(300)
    w = separate(mail.X, mail.t).w
    terms = reflect(mail.X, mail.t) @ w
    assert (terms > 1e-6).all()  # far above the rounding of these sums

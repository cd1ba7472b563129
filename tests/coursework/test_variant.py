"""A teacher changes the numbers of an assignment in one cell; everything else follows."""

from types import SimpleNamespace

import numpy as np
import pytest
from harness import (
    MISCONCEPTIONS,
    NAMES,
    OTHER_STYLE,
    answered,
    blank,
    failed,
    loses,
    representative,
    variant,
)

from grader.coursework import is_check, load, name
from grader.variant import filled, plain

# Other numbers for each assignment, besides another seed for what is hidden.
CHANGES = {
    "a1_discriminants": [
        ("X=[(5, 7), (0, 2), (1, 1)]", "X=[(-2, 4), (6, 1), (0, 3)]"),
        ("w=(2, -1, 3)", "w=(-4, 2, 5)"),
        ("normal=(6, 8)", "normal=(5, -12)"),
    ],
    "a2_online_perceptron": [
        ("X=[(3, 1), (1, 2), (-1, 1)]", "X=[(2, 3), (2, 1), (-1, 2)]"),
        ("X2=[(2, 1), (-1, 2), (1, -3), (-2, -1)]", "X2=[(1, 3), (-2, 2), (2, -1), (-1, -4)]"),
        ("one=(3, 1)", "one=(-2, 5)"),
    ],
    "a3_criterion_and_batch": [
        ("w=(1, -1, 2)", "w=(2, -1, 1)"),
        ("start=(1, 0, -2)", "start=(-2, 1, -3)"),
        ("four=[(2, 2), (1, 1), (0, 2), (0, -2)]", "four=[(3, 2), (2, 1), (0, 3), (1, -2)]"),
    ],
    "a4_convergence": [
        ("X=[(1, 2), (4, -1)]", "X=[(1, 3), (4, -1)]"),
        ("X3=[(0, 3), (-2, -3), (3, 1)]", "X3=[(1, 3), (-2, -2), (4, 1)]"),
        ("ray=(3, -1, 2)", "ray=(1, 4, -2)"),
    ],
    "a5_learning_rate": [
        ("p=4", "p=3"),
        ("Z=[(1, -1, 3), (-1, -3, -2), (-1, 1, 1)]", "Z=[(1, -1, 4), (-1, -2, -2), (-1, 1, 2)]"),
        ("w=(1, 2)", "w=(3, -1)"),
    ],
    "a6_adaline": [
        ("X=[(2, 1), (0, -1), (1, 3)]", "X=[(1, 3), (-1, 0), (3, 2)]"),
        ("x=[-3, -1, 4]", "x=[-5, 2, 3]"),
        ("column=[1, 5, 1, 5]", "column=[2, 9, 2, 9]"),
        ("x5=2", "x5=-3"),
    ],
    "a7_dual_form": [
        ("X=[(3, 1), (1, 2), (-2, -1), (-2, -3)]", "X=[(1, 3), (2, 1), (-1, -2), (-3, -2)]"),
        ("B=[(1, 1), (0, 3), (2, 2)]", "B=[(2, 1), (0, 1), (-3, 2)]"),
        ("side=(1, 2)", "side=(2, 3)"),
    ],
    "a8_spam": [
        ('two=["win a prize", "a new train"]', 'two=["now we know", "us or now"]'),
        ('new=["a train home", "prize", "hello again"]', 'new=["we go now", "all of us"]'),
        ("tf=[[1, 0], [3, 1], [0, 0]]", "tf=[[2, 0], [4, 0], [1, 5]]"),
    ],
    "a9_separability": [
        ("points=[(1,), (2,), (3,)]", "points=[(2,), (3,), (4,)]"),
        ("x=[4, 1, 7, 2]", "x=[6, 1, 9, 3]"),
        ("square=[(0, 0), (1, 0), (0, 1), (1, 1)]", "square=[(0, 0), (2, 0), (0, 2), (1, 0)]"),
    ],
    "a10_kernels_and_classes": [
        ("X=[(0, 0), (1, 1), (2, 0)]", "X=[(0, 1), (2, 2), (1, -1)]"),
        ("k=2", "k=3"),
        ("line=[(-1,), (0,), (1,)]", "line=[(-2,), (0,), (2,)]"),
        ("x=(5,)", "x=(4, -3)"),
    ],
}


def test_every_assignment_is_changed():
    assert sorted(CHANGES) == NAMES


@pytest.mark.parametrize("assignment", NAMES)
@pytest.mark.parametrize(
    "some",
    [
        representative,
        pytest.param(lambda name: MISCONCEPTIONS[name], id="all", marks=pytest.mark.thorough),
    ],
)
def test_other_numbers_make_a_consistent_assignment(assignment, some):
    _, V = variant(assignment)
    source, other = variant(
        assignment, (f"seed={V.seed}", f"seed={V.seed + 500}"), *CHANGES[assignment]
    )
    assert other.seed == V.seed + 500
    assert failed(source) == set()
    assert failed(blank(source)) == {name(cell) for cell in source.cells if is_check(cell)}
    style = {answer: filled(text, other) for answer, text in OTHER_STYLE[assignment].items()}
    assert failed(answered(source, style)) == set()
    for misconception in some(assignment):
        lost, own = loses(source, other, assignment, misconception)
        assert lost == own, misconception


@pytest.mark.parametrize("assignment", NAMES)
def test_every_changed_number_is_seen(assignment):
    before, after = variant(assignment)[0], variant(assignment, *CHANGES[assignment])[0]
    changed = {b.id for b, a in zip(before.cells, after.cells, strict=True) if b.source != a.source}
    assert len(changed) >= 3, "a number stands in its question, its checks and its solution"


@pytest.mark.parametrize("assignment", NAMES)
def test_the_cell_of_numbers_is_never_released(assignment):
    for kind in ("source", "release"):
        text = "\n".join(cell.source for cell in load(kind, assignment).cells)
        assert "SimpleNamespace" not in text
        assert " V." not in text


def test_a_filter_is_as_good_on_other_mail():
    for mail in (3, 12):
        source, V = variant("a8_spam", ("mail=7", f"mail={mail}"))
        assert failed(source) == set()
        assert V.ham < V.goal < V.reached
    with pytest.raises(AssertionError, match="take another mail"):
        variant("a8_spam", ("mail=7", "mail=21"))


def test_arrays_become_lists_and_tuples_stay():
    assert plain((np.arange(2), [np.float64(0.5)])) == ([0, 1], [0.5])
    V = SimpleNamespace(a=np.array([1, 2]), rate=1 / 3)
    assert filled("f(V.a, V.a[-1])", V) == "f([1, 2], 2)"
    assert filled("{V.rate:.2f} and {V.a[0]} and {other}", V) == "0.33 and 1 and {other}"


def test_a_number_that_does_not_exist_is_named():
    with pytest.raises(ValueError, match="the variant cell defines no such number"):
        filled("np.array(V.b)", SimpleNamespace(a=1))

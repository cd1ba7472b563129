"""Numbers that a reader can do on paper, for every public function of the core."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.sparse import csr_array

from perceptrons import bounds, criterion, data, geometry, perceptron, rates
from perceptrons.table import Table, number, subscript


def exact(rows):
    return np.array(rows, dtype=object)


@pytest.fixture(params=[np.array, csr_array, exact], ids=["dense", "sparse", "exact"])
def form(request):
    """One of the three forms in which patterns may be given."""
    return request.param


def dense(A):
    return (A.toarray() if hasattr(A, "toarray") else A).tolist()


# Geometry. The line 3 x_1 + 4 x_2 = 5 has the normal (3, 4), of length 5.


def test_augmenting_and_reflecting(form):
    X = form([[5, 7], [2, 0]])
    assert dense(geometry.augment(X)) == [[1, 5, 7], [1, 2, 0]]
    assert dense(geometry.reflect(X, [1, -1])) == [[1, 5, 7], [-1, -2, 0]]


def test_discriminant_class_and_distance(form):
    w, X = [-5, 3, 4], form([[3, 4], [0, 0], [-1, 2]])
    assert geometry.discriminant(w, X).tolist() == [-5 + 9 + 16, -5, -5 - 3 + 8]
    assert geometry.distance(w, X).tolist() == [20 / 5, -5 / 5, 0]
    assert geometry.classify(w, X).tolist() == [1, -1, 0]
    assert geometry.classify(w, X, at_zero=1).tolist() == [1, -1, 1]


def test_the_hard_limiter_answers_as_told_at_zero():
    for at_zero in (-1, 0, 1):
        assert geometry.sgn([2.5, 0, -0.5], at_zero).tolist() == [1, at_zero, -1]


# The criterion at w = (0, 1): the products w·z_i of (2, +), (0, -), (-3, +), (5, -) are 2, 0, -3, -5.

W, X, T = [0, 1], [[2], [0], [-3], [5]], [1, -1, 1, -1]


def test_criterion_and_its_gradient(form):
    patterns = form(X)
    assert criterion.cost(W, patterns, T) == 3 + 5  # plain sums: no ½, no mean
    assert criterion.mistaken(W, patterns, T).tolist() == [False, True, True, True]
    # z_2 = (-1, 0), z_3 = (1, -3), z_4 = (-1, -5) add up to (-1, -8).
    assert criterion.gradient(W, patterns, T).tolist() == [1, 8]


def test_at_a_kink_the_tie_rule_chooses_the_subgradient(form):
    patterns = form(X)
    for at_zero, second, slope in [(0, True, [1, 8]), (1, True, [1, 8]), (-1, False, [0, 8])]:
        M = criterion.mistaken(W, patterns, T, at_zero=at_zero)
        assert M.tolist() == [False, second, True, True]
        assert criterion.gradient(W, patterns, T, at_zero=at_zero).tolist() == slope


def test_zero_weights_cost_nothing_and_separate_nothing(form):
    assert criterion.cost([0, 0], form(X), T) == 0
    assert criterion.mistaken([0, 0], form(X), T).all()


# The two rules. z_1 = (1, 2), z_2 = (-1, -1), z_3 = (-1, 1).

LINE, SIDES = [[2], [1], [-1]], [1, -1, -1]


def test_the_batch_rule_sums_only_the_mistakes(form):
    run = perceptron.batch(form(LINE), SIDES, max_epochs=4)
    # At w = 0 all three are mistakes; then z_2, z_1 and z_2 again are wrong alone.
    assert run.weights.tolist() == [[0, 0], [-1, 2], [-2, 1], [-1, 3], [-2, 2]]
    assert run.mistakes.tolist() == [3, 1, 1, 1]
    assert run.dual.tolist() == [2, 3, 1]
    assert (run.updates, run.epochs, run.presentations, run.converged) == (4, 4, 12, False)


def test_the_online_rule_learns_at_once(form):
    run = perceptron.online(form(LINE), SIDES, max_epochs=3)
    # Round 1: z_1 (product 0), z_2 (-3). Round 2: z_2 (-1) alone. Round 3: z_1 (-1), z_2 (-2).
    assert run.weights.tolist() == [[0, 0], [1, 2], [0, 1], [-1, 0], [0, 2], [-1, 1]]
    assert run.mistaken.tolist() == [0, 1, 1, 0, 1]
    assert run.mistakes.tolist() == [2, 1, 2]
    assert run.dual.tolist() == [2, 3, 0]


def test_the_rate_scales_weights_and_dual_variables(form):
    X, t = data.modified_or()
    run = perceptron.online(form(X), t, eta=Fraction(1, 2))
    assert run.w.tolist() == [0.5, 0.5, 0.5]
    assert run.rates.tolist() == [0.5, 0.5, 0.5]
    assert run.dual.tolist() == [0.5, 0.5, 0.5, 0]
    assert perceptron.batch(form(X), t, eta=Fraction(1, 4)).dual.tolist() == [0.25] * 4


def test_updates_are_counted_from_one(form):
    told = []

    def schedule(k, z):
        told.append((k, z.tolist()))
        return Fraction(1, k)

    X, t = data.modified_or()
    run = perceptron.online(form(X), t, eta=schedule, max_epochs=1)
    # After w = (-1, 1, 1) and (-½, 3/2, ½) the third pattern gives -3/2, the fourth 11/6 > 0.
    assert told == [(1, [-1, 1, 1]), (2, [1, 1, -1]), (3, [1, -1, 1])]
    third = Fraction(1, 3)
    assert run.rates.tolist() == [1, 0.5, third if form is exact else float(third)]
    told.clear()
    perceptron.batch(form(LINE), SIDES, eta=schedule, max_epochs=2)
    assert [k for k, _ in told] == [1, 2]
    assert told[0] == (1, [-1, 2])  # the sum of the mistaken patterns


def test_a_start_elsewhere(form):
    # From w = (0, -3) the first pattern (1, 2) is wrong by 6: one update leads to (1, -1), where
    # z_2 gives 0, a mistake; (0, -2) is wrong on z_1 only.
    run = perceptron.online(form([[2], [1]]), [1, -1], w=[0, -3], max_epochs=1)
    assert run.start.tolist() == [0, -3]
    assert run.weights.tolist() == [[0, -3], [1, -1], [0, -2]]
    assert run.dual.tolist() == [1, 1]  # w = start + Σ λ z


@pytest.mark.parametrize(
    ("train", "at_zero", "w", "updates", "epochs"),
    [
        (perceptron.online, 0, 1, 3, 2),
        (perceptron.online, -1, 1, 3, 3),
        (perceptron.online, 1, 1, 3, 2),
        (perceptron.batch, 0, 2, 1, 2),
        (perceptron.batch, -1, 2, 2, 3),
        (perceptron.batch, 1, 1, 2, 3),
    ],
)
def test_the_tie_rules_on_modified_or(form, train, at_zero, w, updates, epochs):
    X, t = data.modified_or()
    run = train(form(X), t, at_zero=at_zero)
    assert run.w.tolist() == [w, w, w]
    assert (run.updates, run.epochs, run.converged) == (updates, epochs, True)


@pytest.mark.parametrize(("at_zero", "w"), [(0, [0, 2]), (-1, [1, 1]), (1, [-1, 1])])
def test_two_patterns_on_which_the_tie_rules_part(form, at_zero, w):
    # At w = 0 a tie is wrong for both, for the first only, for the second only.
    run = perceptron.online(form([[1], [-1]]), [1, -1], at_zero=at_zero)
    assert run.w.tolist() == w
    on_the_hyperplane = [[-w[0] / w[1]]]
    assert run.predict(on_the_hyperplane).tolist() == [at_zero]


def test_the_record_of_a_run_prints_itself(form):
    X, t = data.modified_or()
    run = perceptron.online(form(X), t)
    assert repr(run) == "Run(converged: 3 updates in 2 epochs, w = [1, 1, 1])"
    lost = perceptron.online(form(X), t, max_epochs=1)
    assert repr(lost) == "Run(not converged: 3 updates in 1 epoch, w = [1, 1, 1])"
    wide = perceptron.batch(form([[1] * 9]), [1])
    assert repr(wide) == "Run(converged: 1 update in 2 epochs, w = 10 weights)"


# Rates.


def test_rates_on_paper():
    z = np.array([1.0, 1.0, 0.0])
    assert [rates.constant(0.5)(k, z) for k in (1, 2, 9)] == [0.5, 0.5, 0.5]
    assert [rates.harmonic(6)(k, z) for k in (1, 2, 3)] == [6, 3, 2]
    assert rates.oracle([1, 3, 9])(1, z) == 4 / 2  # w*·z / ‖z‖²
    assert rates.steepest([[2, 0, 0], [0, 6, 0], [0, 0, 9]])(1, z) == 2 / (2 + 6)  # ‖z‖² / zᵀHz


def test_the_oracle_moves_onto_its_separator():
    w_star = exact([1, 2])
    run = perceptron.online(exact([[3], [-1]]), [1, -1], eta=rates.oracle(w_star))
    # z_1 = (1, 3): w*·z = 7, ‖z‖² = 10. A float 0.7 would not be the fraction.
    assert run.rates.tolist() == [Fraction(7, 10)]
    assert run.w.tolist() == [Fraction(7, 10), Fraction(21, 10)]


def test_relaxation_moves_onto_the_margin():
    X, t = exact([[1], [-2]]), [1, -1]
    # z_1 = (1, 1), z_2 = (-1, 2). From 0: (1 - 0)/2 puts w·z_1 at 1, w = (½, ½); z_2 gives ½ > 0.
    run = perceptron.online(X, t, eta=rates.relaxation())
    assert run.rates.tolist() == [Fraction(1, 2)]
    assert run.w @ run.Z[0] == 1
    # From (0, -3): z_1 gives -3, the rate is (1 + 3)/2, w = (2, -1); z_2 gives -4, rate 5/5.
    start = exact([0, -3])
    run = perceptron.online(X, t, w=start, eta=rates.relaxation(w=start), max_epochs=1)
    assert run.rates.tolist() == [2, 1]
    assert run.w @ run.Z[1] == 1
    # Twice the margin and half the step: (2 - 0)/2 · ½.
    run = perceptron.online(X, t, eta=rates.relaxation(2, Fraction(1, 2)))
    assert run.rates[0] == Fraction(1, 2)


# Bounds. Modified OR: ‖(1, ±1, ±1)‖² = 3; w* = (1, 1, 1) has ‖w*‖² = 3 and least product 1.


def test_radius_margin_and_bound(form):
    X, t = data.modified_or()
    X = form(X)
    assert bounds.radius(form([[2, 2], [0, 0]])) == 3
    assert bounds.radius(form([[0], [0]])) == 1  # the constant feature counts
    assert bounds.margin([0, 3, 4], form([[3, 4], [-3, -4]]), [1, -1]) == 5
    assert bounds.margin([0, 3, 4], form([[3, 4], [3, 4]]), [1, -1]) == -5
    assert bounds.mistake_bound([1, 1, 1], X, t) == 9
    assert bounds.mistake_bound([2, 2, 2], X, t) == 9  # 3 · 12 / 2², and not 3 · 12 / 2
    assert bounds.mistake_bound([4, 5, 5], X, t) == Fraction(3 * 66, 4**2)


def test_the_bound_is_a_fraction_where_all_is_exact():
    X, t = data.modified_or()
    bound = bounds.mistake_bound(exact([1, 2, 2]), X.astype(object), t)
    assert bound == 27
    assert isinstance(bound, Fraction)
    third = Fraction(1, 3)
    assert bounds.mistake_bound(exact([0, third]), exact([[2], [-1]]), [1, -1]) == 5


def test_the_squeeze_on_modified_or(form):
    X, t = data.modified_or()
    lower, projection, norm, upper = bounds.squeeze(perceptron.online(form(X), t), [1, 1, 1])
    # γ = 1/√3, R = √3; w^(k)·w* = 0, 1, 2, 3; ‖w^(k)‖² = 0, 3, 4, 3. Each number of the function
    # comes from at most five roundings of half a unit: 1e-15 is above their sum.
    tight = {"rtol": 1e-15, "atol": 0}
    k = np.arange(4)
    np.testing.assert_allclose(lower, k / np.sqrt(3), **tight)
    np.testing.assert_allclose(projection, [0, 1 / np.sqrt(3), 2 / np.sqrt(3), np.sqrt(3)], **tight)
    np.testing.assert_allclose(norm, np.sqrt([0, 3, 4, 3]), **tight)
    np.testing.assert_allclose(upper, np.sqrt(3 * k), **tight)


def test_the_squeeze_counts_the_patterns_of_a_batch():
    X, t = data.modified_or()
    s = bounds.squeeze(perceptron.batch(X, t), [1, 1, 1])
    tight = {"rtol": 1e-15, "atol": 0}  # as above
    np.testing.assert_allclose(s.lower, [0, 4 / np.sqrt(3)], **tight)
    np.testing.assert_allclose(s.norm, [0, np.sqrt(12)], **tight)
    np.testing.assert_allclose(s.upper, [0, np.sqrt(3) * 4], **tight)


# Tables.


def test_numbers_as_the_book_prints_them():
    printed = {
        2.0: "2",
        -3.0: "-3",
        0.5: "0.5",
        2 / 3: "0.6667",
        1e15: "1e+15",
        10**20: "1" + "0" * 20,
    }
    assert [number(v) for v in printed] == list(printed.values())
    assert number(-0.0) == "0"
    assert number(Fraction(-2, 6)) == "-1/3"
    assert subscript("x", 102) == "x₁₀₂"


def test_a_table_is_aligned_and_escaped():
    table = Table(["a", "b<c"], [["10", "x & y"], ["2", ""]], caption="<i>")
    assert str(table) == " a    b<c\n10  x & y\n 2"
    assert "<caption>&lt;i&gt;</caption>" in table._repr_html_()
    assert "<td>x &amp; y</td>" in table._repr_html_()

"""Mixing: the rule against a naive one in fractions, its theorem line by line, and what fails instead."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from perceptrons import bounds, data, geometry, mixing, perceptron, separability
from perceptrons.data import exact

MIXES = ["errors", "uniform"]


def whole(*shards):
    """Return shards of Python integers."""
    return [(exact(X), np.array(t)) for X, t in shards]


# No mixture of what the two shards learn alone separates the three points.
THREE = whole(([[-1, -1], [0, 0]], [-1, 1]), ([[0, 0], [0, 1]], [1, -1]))
# Four orthogonal patterns of the length 2.
CORNERS = whole(([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]], [1, -1, 1, -1]))


def one_hard(m, S):
    """Return a shard with the patterns m of C1 and m + 1 of C2, and S - 1 easy shards."""
    return whole(([[m], [m + 1]], [1, -1]), *[([[-1]], [1])] * (S - 1))


def together(shards):
    return np.vstack([X for X, _ in shards]), np.concatenate([t for _, t in shards])


def naive(shards, mix, at_zero, rounds, w):
    """Return the path and the updates of each shard, from the definition, without arrays."""
    path, mistakes = [w], []
    for _ in range(rounds):
        ends, k = [], []
        for X, t in shards:
            v, updates = list(path[-1]), 0
            for x, target in zip(X.tolist(), t.tolist(), strict=True):
                a = [1, *x]
                g = sum(p * q for p, q in zip(v, a, strict=True))
                if (1 if g > 0 else -1 if g < 0 else at_zero) != target:
                    v, updates = [p + target * q for p, q in zip(v, a, strict=True)], updates + 1
            ends, k = [*ends, v], [*k, updates]
        mistakes.append(k)
        total = sum(k) if mix == "errors" else len(k)
        share = k if mix == "errors" else [1] * len(k)
        if sum(k) == 0:
            return [*path, path[-1]], mistakes
        mixed = [
            sum(Fraction(part * v[j], total) for part, v in zip(share, ends, strict=True))
            for j in range(len(w))
        ]
        path.append(mixed)
    return path, mistakes


@st.composite
def separable(draw):
    """Return shards of Python integers, dealt out like cards, and w* with w*·z > 0 for all."""
    n, d, S = draw(st.integers(3, 9)), draw(st.integers(1, 3)), draw(st.integers(1, 3))
    Z, w_star = data.separable(n, d, rng=draw(st.integers(0, 10**6)))
    assume(len(Z) >= S)
    return [(Z[s::S, 1:] * Z[s::S, :1], Z[s::S, 0].astype(int)) for s in range(S)], w_star


mixes = st.sampled_from(MIXES)


# The rule.


@given(separable(), mixes, st.sampled_from([-1, 0, 1]), st.integers(-2, 2))
def test_every_round_is_that_of_the_naive_rule(problem, mix, at_zero, shift):
    shards, w_star = problem
    start = [shift] * len(w_star)
    run = mixing.train(shards, mix=mix, w=start, at_zero=at_zero, max_epochs=12, keep_path=True)
    path, mistakes = naive(shards, mix, at_zero, 12, start)
    assert run.path.tolist() == path
    assert run.mistakes.tolist() == mistakes
    assert run.w.tolist() == path[-1]
    assert run.converged is (sum(mistakes[-1]) == 0)
    assert (run.updates, run.epochs) == (sum(map(sum, mistakes)), len(mistakes))
    assert run.n == sum(len(t) for _, t in shards)


@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize("form", [exact, np.array, csr_array])
def test_one_shard_learns_by_the_online_rule(mix, form):
    X, t = data.cloud(60, 3, margin=0.05, seed=2)
    run, one = mixing.train([(form(X), t)], mix=mix), perceptron.online(form(X), t)
    assert run.converged
    assert run.w.tolist() == one.w.tolist()
    assert run.mistakes[:, 0].tolist() == one.mistakes.tolist()
    assert str(run) == str(one).replace("Run", "Mixed")
    assert (run.predict(X) == t).all()


@pytest.mark.parametrize("S", [1, 2, 4, 8])
@pytest.mark.parametrize("form", [np.array, csr_array])
def test_dyadic_floats_are_mixed_without_rounding(S, form):
    # Means of 2, 4 or 8 weights are sums of patterns divided by a power of two: floats hold them.
    X, t = data.cloud(64, 3, margin=0.05, seed=5)
    deal = [slice(s, None, S) for s in range(S)]
    run = mixing.train([(form(X[part]), t[part]) for part in deal], mix="uniform", keep_path=True)
    same = mixing.train([(exact(X[part]), t[part]) for part in deal], mix="uniform", keep_path=True)
    assert run.converged
    assert run.path.tolist() == same.path.tolist()
    assert run.mistakes.tolist() == same.mistakes.tolist()


@pytest.mark.parametrize("eta", [Fraction(1, 3), 7])
def test_from_zero_the_rate_only_rescales(eta):
    for mix in MIXES:
        one, run = (mixing.train(THREE, mix=mix, eta=rate, keep_path=True) for rate in (1, eta))
        assert run.mistakes.tolist() == one.mistakes.tolist()
        assert run.path.tolist() == (eta * one.path).tolist()


def test_names_change_nothing():
    named = mixing.train({"north": THREE[0], "south": THREE[1]})
    assert named.w.tolist() == mixing.train(THREE).w.tolist()


def test_not_converging_is_an_answer():
    X, t = data.xor()
    run = mixing.train([(X[:2], t[:2]), (X[2:], t[2:])], max_epochs=7)
    assert not run.converged
    assert run.epochs == 7
    assert run.mistakes.shape == (7, 2)
    assert "not converged" in str(run)
    half_way = mixing.train(THREE, mix="uniform", max_epochs=5)
    assert half_way.mistakes[-1].tolist() == [2, 0]
    assert not half_way.converged


# The theorem.


@given(separable(), mixes)
def test_no_line_of_the_proof_is_broken(problem, mix):
    shards, w_star = problem
    lines = mixing.ledger(shards, w_star, mix=mix, max_epochs=25)
    run = mixing.train(shards, mix=mix, max_epochs=25)
    assert len(lines) == run.epochs - run.converged
    for line in lines:
        assert [len(pairs) for pairs in line] == [len(shards)] * 2 + [1] * 5 + [3] + [1] * 3
        assert all(small <= large for pairs in line for small, large in pairs)


@given(separable(), mixes)
def test_it_separates_within_the_bounds(problem, mix):
    shards, w_star = problem
    X, t = together(shards)
    S, bound = len(shards), bounds.mistake_bound(w_star, X, t)
    rounds = (1 if mix == "errors" else S) * bound
    assume(rounds <= 400)
    run = mixing.train(shards, mix=mix, max_epochs=int(rounds) + 1)
    assert run.converged
    assert (geometry.classify(run.w, X) == t).all()
    assert run.epochs - 1 <= rounds
    assert run.updates <= S * bound


@given(separable(), mixes)
def test_the_room_of_line_4_is_the_spread_of_the_shards(problem, mix):
    shards, w_star = problem
    run = mixing.train(shards, mix=mix, max_epochs=6, keep_path=True)
    lines = mixing.ledger(shards, w_star, mix=mix, max_epochs=6)
    for w, k, line in zip(run.path, run.mistakes.tolist(), lines, strict=False):
        one = [perceptron.online(X, t, w=w, eta=1, max_epochs=1).w for X, t in shards]
        mu = [Fraction(v, sum(k)) if mix == "errors" else Fraction(1, len(k)) for v in k]
        pairs = [(i, j) for i in range(len(k)) for j in range(i)]
        spread = sum(mu[i] * mu[j] * ((one[i] - one[j]) ** 2).sum() for i, j in pairs)
        ((small, large),) = line.convexity
        assert large - small == spread


@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize("S", [1, 2, 3, 5])
def test_copies_of_orthogonal_patterns_need_all_that_is_allowed(S, mix):
    run = mixing.train(CORNERS * S, mix=mix)
    (line,) = mixing.ledger(CORNERS * S, [0, 0, 1, 0], mix=mix)
    assert (run.updates, run.epochs) == (4 * S, 2)
    assert line.rounds == [(4, 4)]
    equal = [j for j, pairs in enumerate(line, 1) if all(small == large for small, large in pairs)]
    assert equal == [1, 2, 3, 4, 5, 6, 7, 8, 9, 11]
    assert S == 1 or run.updates > 4  # so the updates are not bounded by (R/γ)²


@pytest.mark.parametrize(
    ("m", "online", "uniform"), [(1, 9, [15, 27, 51]), (2, 18, [63, 153, 333])]
)
def test_the_rounds_of_uniform_grow_with_the_shards_and_those_of_errors_do_not(m, online, uniform):
    shares = [[mixing.train(one_hard(m, S), mix=mix).epochs for S in (2, 4, 8)] for mix in MIXES]
    assert shares == [[4 if m == 1 else 8] * 3, uniform]
    assert perceptron.online(*together(one_hard(m, 8))).epochs == online


def test_the_rounds_of_uniform_may_exceed_the_bound_of_one_machine():
    shards = one_hard(2, 8)
    bound = bounds.mistake_bound(exact([5, -2]), *together(shards))
    assert bound == 290  # and no separator gives a smaller one:
    best = separability.largest_margin(*together(shards))
    assert bounds.mistake_bound(best.w, *together(shards)) == pytest.approx(290, rel=1e-6)
    assert mixing.train(shards, mix="uniform").epochs - 1 == 332


def test_a_uniform_round_may_count_for_less_than_one():
    counts = [line.least[0] for line in mixing.ledger(one_hard(1, 2), [3, -2], mix="uniform")]
    assert {least for least, _ in counts} == {Fraction(1, 2)} == {min(K_r for _, K_r in counts)}


# One mixture at the end is not enough.


def separates(w, shards):
    X, t = together(shards)
    return (geometry.classify(w, X) == t).all()


def test_no_mixture_of_the_two_separates_the_three_points():
    v = [perceptron.online(X, t).w for X, t in THREE]
    assert [list(w) for w in v] == [[1, 1, 1], [1, 0, -2]]
    for share in (Fraction(i, 60) for i in range(61)):
        w = mixing.once(THREE, mu=[share, 1 - share])
        assert w.tolist() == (share * v[0] + (1 - share) * v[1]).tolist()
        assert not separates(w, THREE)
        # (-1, -1) is right only from 3/4 on, and (0, 1) only up to 1/3.
        assert (geometry.discriminant(w, [[-1, -1]])[0] < 0) is (share > Fraction(3, 4))
        assert (geometry.discriminant(w, [[0, 1]])[0] < 0) is (share < Fraction(1, 3))


@pytest.mark.parametrize(
    ("mix", "rounds", "w"), [("uniform", 9, "1/2 2 -1"), ("errors", 6, "1/3 3/2 -2/3")]
)
def test_mixing_after_every_round_separates_the_three_points(mix, rounds, w):
    run = mixing.train(THREE, mix=mix)
    assert run.converged
    assert separates(run.w, THREE)
    assert (run.epochs, " ".join(map(str, run.w))) == (rounds, w)


def test_one_pattern_in_each_shard_can_be_enough_to_fail():
    shards = whole(([[1]], [1]), ([[2]], [-1]))
    w = mixing.once(shards)
    assert w.tolist() == [0, Fraction(-1, 2)]
    assert not separates(w, shards)
    assert mixing.once(shards, mu=[1, 0]).tolist() == [1, 1]

"""Induction over updates: the convergence theorem of chapter 4, and what must be refused."""

import pytest
import sympy as sp
from sympy import Rational

from perceptrons.verify import (
    NotProved,
    Updates,
    dot,
    norm2,
    vectors,
    verify_follows,
    verify_induction,
)
from perceptrons.verify.evaluate import value
from perceptrons.verify.induction.sequences import iterates

w, z, y, goal, s = vectors("w z y w^* s")
eta, a, R, alpha = sp.symbols("eta a R alpha", positive=True)
k, K, M, S = sp.symbols("k K M S", integer=True, nonnegative=True)
m, n = sp.symbols("m n", integer=True, positive=True)
x, b = sp.symbols("x b", real=True)

online = Updates(start={w: 0 * w, k: 0}, step={w: w + eta * z, k: k + 1})
elsewhere = Updates(start={w: s, k: 0}, step={w: w + eta * z, k: k + 1})
batch = Updates(
    start={w: 0 * w, K: 0, M: 0, S: 0},
    step={w: w + eta * y, K: K + 1, M: M + m, S: S + m**2},
)
margin, mistake, radius = dot(z, goal) - a, -dot(w, z), R**2 - norm2(z)
HALF = Rational(1, 2)
told_in_the_book = pytest.mark.thorough  # `make test` runs the notebook that proves the same
UNIT = [{R: 1, eta: 1}, {z: (1, 0)}, {z: (0, 1)}]


def progress(**options):
    return verify_induction(
        eta * k * a, dot(w, goal), online, because=[[eta, margin]], each=[margin >= 0], **options
    )


def growth(bound=eta**2 * k * R**2, because=((2, eta, mistake), (eta**2, radius)), **options):
    conditions = {"each": [mistake >= 0, radius >= 0], **options}
    return verify_induction(norm2(w), bound, online, because=because, **conditions)


def distance(rule=online, goal=goal, **options):
    first = rule.at_start(norm2(w - alpha * goal))
    fall = eta * (2 * alpha * a - eta * R**2)
    because = [[2, eta, mistake], [2, eta, alpha, margin], [eta**2, radius]]
    each = [margin >= 0, mistake >= 0, radius >= 0]
    return verify_induction(
        norm2(w - alpha * goal), first - k * fall, rule, because=because, each=each, **options
    )


# Chapter 4


def test_progress_and_growth():
    sharper = {"one update too many": (eta * (k + 1) * a, dot(w, goal))}
    assert set(progress(wrong=sharper).refuted) == {*sharper, margin >= 0, "strict version"}
    sharper = {"3/4 of it": (norm2(w), Rational(3, 4) * eta**2 * k * R**2)}
    report = growth(wrong=sharper)
    assert set(report.refuted) == {*sharper, mistake >= 0, radius >= 0, "strict version"}
    lines = str(report).splitlines()
    assert lines[0] == (
        "Proved after any number of updates for all z in any dimension, all R, η > 0."
        " Needed: w·z ≤ 0; ‖z‖² ≤ R². One wrong version refuted."
    )
    assert lines[1:4] == [
        "  ‖w‖² ≤ η²R²k",
        "  update: w ← w + ηz, k ← k + 1 from w = 0, k = 0; any z each time",
        "  at the start right − left = 0; an update adds a sum of two products without a negative factor; tried after each of 60 exact updates",
    ]


def test_an_update_may_have_another_name():
    terms = Updates(start={k: 0}, step={k: k + 1}, called="term")
    lines = str(verify_induction(0, k, terms, because=[[1]], attained=False)).splitlines()
    assert lines[0].startswith("Proved after any number of terms.")
    assert lines[2].startswith("  term: k ← k + 1 from k = 0")


@told_in_the_book
def test_squeeze_and_cosine():
    p, g = progress(), growth()
    squared = [[p.gap, p.gap], [2, eta, k, a, p.gap]]
    assert verify_follows((eta * k * a) ** 2, dot(w, goal) ** 2, [p], because=squared)
    W = norm2(goal)
    assert verify_follows(norm2(w) * W, eta**2 * k * R**2 * W, [g], because=[[W, g.gap]])
    per = 1 / (norm2(w) * W)
    because = [[per, p.gap**2], [per, 2 * eta * k * a, p.gap], [per, k * a**2 / R**2, g.gap]]
    cos2 = dot(w, goal) ** 2 / (norm2(w) * W)
    wrong = {"without the root": (k**2 * a**2 / (R**2 * W), cos2)}
    given = [norm2(w) > 0, W > 0]
    floor = k * a**2 / (R**2 * W)
    report = verify_follows(floor, cos2, [p, g], because=because, given=given, wrong=wrong)
    assert "the proof needs ‖w*‖² > 0, the claim perhaps not" in str(report)


def test_a_sequence_shows_that_a_hypothesis_is_needed():
    (u,), L = vectors("u"), sp.Symbol("L", nonnegative=True)
    rule = Updates(
        start={w: 0 * w, k: 0, L: 0}, step={w: w + z, k: k + 1, L: L + sp.Max(0, 1 - dot(u, z))}
    )
    loss, mistake, radius = sp.Max(0, 1 - dot(u, z)), -dot(w, z), 1 - norm2(z)
    gained = verify_induction(k - L, dot(w, u), rule, because=[[loss - 1 + dot(u, z)]])
    grown = verify_induction(
        norm2(w), k, rule, because=[[2, mistake], [radius]], each=[mistake >= 0, radius >= 0]
    )
    squares = [[gained.gap, gained.gap], [2, k - L, gained.gap], [norm2(u), grown.gap]]
    because = [*squares, [norm2(u) * norm2(w) - dot(w, u) ** 2]]
    lines = (k - L) ** 2, norm2(u) * k, [gained, grown]
    needed, far = k - L >= 0, [{u: (-4,)}, {z: (1,)}, {z: (-1,)}, {z: (1,)}]
    report = verify_follows(*lines, given=[needed], because=because, without={needed: far})
    assert "49 > 48" in str(report)
    assert "perhaps not" not in str(report)
    with pytest.raises(NotProved, match="holds along the sequence named"):
        verify_follows(*lines, given=[needed], because=because, without={needed: far[:2]})
    with pytest.raises(NotProved, match="is no hypothesis"):
        verify_follows(*lines, given=[needed], because=because, without={k >= 1: far})


def novikoff(line, wrong=None, factor=1):
    B = factor * R**2 * norm2(goal) / a**2
    far, per = eta * R**2 / a, 1 / (eta * R) ** 2
    because = [[per, line.gap], [per, norm2(w - far * goal)]]
    return verify_follows(k, B, [line], because=because, wrong=wrong)


def shrinking():
    far = eta * R**2 / a
    because = [[2, eta, mistake], [2, eta, far, margin], [eta**2, radius]]
    left = far**2 * norm2(goal) - k * eta**2 * R**2
    each = [margin >= 0, mistake >= 0, radius >= 0]
    return verify_induction(norm2(w - far * goal), left, online, because=because, each=each)


def test_novikoff():
    line = shrinking()
    three_quarters = {"3/4 of it": (k, Rational(3, 4) * R**2 * norm2(goal) / a**2)}
    report = novikoff(line, wrong=three_quarters)
    assert set(report.refuted) == {*three_quarters, *line.claim.each, "strict version"}
    with pytest.raises(NotProved, match="fails at"):
        novikoff(line, factor=Rational(3, 4))


@told_in_the_book
def test_any_start():
    line = distance(elsewhere)
    fall = 2 * alpha * a - eta * R**2
    bound = norm2(s - alpha * goal) / (eta * fall)
    because = [[1 / eta, 1 / fall, line.gap], [1 / eta, 1 / fall, norm2(w - alpha * goal)]]
    wrong = {"the last term lost": (k, norm2(s - alpha * goal) / (2 * eta * alpha * a))}
    assert verify_follows(k, bound, [line], because=because, given=[fall > 0], wrong=wrong)


@told_in_the_book
def test_batch_bounds():
    margin, mistake = dot(y, goal) - m * a, -dot(w, y)
    radius = m**2 * R**2 - norm2(y)
    few, size = [n - m >= 0], (n + 1) * M - n * K
    p = verify_induction(
        eta * M * a, dot(w, goal), batch, because=[[eta, margin]], each=[margin >= 0]
    )
    g = verify_induction(
        norm2(w),
        eta**2 * S * R**2,
        batch,
        because=[[2, eta, mistake], [eta**2, radius]],
        each=[mistake >= 0, radius >= 0],
    )
    chord = verify_induction(S, size, batch, because=[[m - 1, n - m]], each=few)
    W, per = norm2(goal), 1 / (eta**2 * n * R**2)
    far = eta * (n + 1) * R**2 / (2 * a)
    because = [
        [per, norm2(w - far * goal)],
        [per, 2 * far, p.gap],
        [per, g.gap],
        [1 / n, chord.gap],
    ]
    B = R**2 * W / a**2
    wrong = {"7 for 4": (K, (n + 1) ** 2 / (7 * n) * B)}
    assert verify_follows(
        K, (n + 1) ** 2 / (4 * n) * B, [p, g, chord], because=because, wrong=wrong
    )


# Chapters 6 and 7


@told_in_the_book
def test_any_rates():
    r = sp.Symbol("r", positive=True)
    S, Q = sp.symbols("S Q", nonnegative=True)
    paced = Updates(start={w: 0 * w, S: 0, Q: 0}, step={w: w + r * z, S: S + r, Q: Q + r**2})
    p = verify_induction(a * S, dot(w, goal), paced, because=[[r, margin]], each=[margin >= 0])
    g = verify_induction(
        norm2(w),
        R**2 * Q,
        paced,
        because=[[2, r, mistake], [r**2, radius]],
        each=[mistake >= 0, radius >= 0],
    )
    W, per = norm2(goal), 1 / a**2
    cauchy = norm2(w) * W - dot(w, goal) ** 2
    because = [[per, p.gap, p.gap], [per, 2, a, S, p.gap], [per, cauchy], [per, W, g.gap]]
    bound = R**2 * W / a**2 * Q
    wrong = {"4/5 of it": (S**2, Rational(4, 5) * bound)}
    assert verify_follows(S**2, bound, [p, g], because=because, wrong=wrong)


def test_running_mean():
    v, t, T = sp.symbols("v t T", real=True)
    mean = Updates(start={v: 0, T: 0, k: 0}, step={v: v + (t - v) / (k + 1), T: T + t, k: k + 1})
    report = verify_induction(k * v, T, mean, wrong={"the sum": (v, T)})
    assert str(report).splitlines()[1] == "  kv = T"
    refused("fails at", verify_induction, v, T, mean)
    refused("fails at", verify_induction, k * v, T + 1, mean)
    slow = Updates(start={v: 0, T: 0, k: 0}, step={v: v + t, T: T + t, k: k + 1})
    late = sp.KroneckerDelta(k, 99)
    refused("changes right - left", verify_induction, v + late, T, slow)


# What must be refused


def refused(match, check, *args, **options):
    with pytest.raises(NotProved, match=match):
        check(*args, **options)


def test_wrong_base():
    refused("fails at", growth, bound=eta**2 * (k - 1) * R**2)
    hidden = x**2 - x * b + b**2  # never negative, but not visibly so
    refused("at the start", growth, bound=eta**2 * k * R**2 + hidden)


def test_wrong_step():
    refused("add up", growth, because=[[eta, mistake], [eta**2, radius]])
    refused("visibly", growth, because=[[2, eta, -mistake], [eta**2, radius]])
    late = k * (k - 1) * (k - 2) * (k - 3) * (k - 4)  # true for four updates
    refused("fails at", growth, bound=eta**2 * k * R**2 - late * R**2, attained=False)
    refused("fails at", growth, bound=eta**2 * k * R)


def test_a_bound_that_does_not_follow():
    line = progress()
    refused(
        "fails at", verify_follows, eta * (k + 1) * a, dot(w, goal), [line], because=[[line.gap]]
    )
    refused("add up", verify_follows, 0, dot(w, goal), [line], because=[[line.gap]])


def test_a_step_of_other_letters():
    other = -dot(w, y)
    refused("speaks of y", growth, each=[mistake >= 0, radius >= 0, other >= 0])
    refused("visibly", growth, because=[[2, eta, other], [eta**2, radius]])


def test_hypotheses():
    gap = dot(w, goal) - eta * k * a
    after = online.after(gap)
    for h in (gap, after, 2 * after):
        refused("what is to be proved|the claim itself", verify_induction, eta * k * a, dot(w, goal), online,
                because=[[after, 0]], each=[h >= 0])  # fmt: skip
    refused("proved without", growth, each=[mistake >= 0, radius >= 0, norm2(z) - 1 >= 0])
    refused("no condition on an update", growth, given=[mistake >= 0], each=[radius >= 0])
    refused("the claim itself", progress, given=[gap >= 0])
    refused("no condition on an update", progress, given=[dot(z, z) >= 1])


def test_what_is_no_sharp_bound():
    refused("became equal", growth, bound=2 * eta**2 * k * R**2,
            because=[[2, eta, mistake], [eta**2, radius], [eta**2, R**2]])  # fmt: skip
    assert growth(
        bound=2 * eta**2 * k * R**2,
        because=[[2, eta, mistake], [eta**2, radius], [eta**2, R**2]],
        attained=False,
    )


def test_a_wrong_version_that_is_true():
    refused("the wrong version", growth, wrong={"larger": (norm2(w), 2 * eta**2 * k * R**2)})


def test_letters_that_do_not_change_in_the_lines_do_not_change_in_what_follows():
    # Novikoff's bound does not name the rate, but is false where the rate changes
    assert "eta" not in novikoff(shrinking()).claim.varying()


def test_other_rules():
    p = progress()
    other = Updates(start={w: 0 * w, k: 0}, step={w: w + 2 * eta * z, k: k + 1})
    q = verify_induction(2 * eta * k * a, dot(w, goal), other,
                         because=[[2, eta, margin]], each=[margin >= 0])  # fmt: skip
    refused("different updates", verify_follows, k, dot(w, goal), [p, q], because=[[p.gap]])
    refused("verify_induction returned", verify_follows, k, M, [], because=[[M]])
    positive = sp.Symbol("k", integer=True, positive=True)
    refused("starts at 0", Updates, {w: w, positive: 0}, {w: w + z, positive: positive + 1})
    refused("becomes", Updates, {k: 0}, {k: k - 1})
    refused("different letters", Updates, {w: w}, {k: k + 1})
    refused("give a vector", Updates, {w: 0}, {w: w + z})
    refused("cannot be updated", Updates, {2 * w: w}, {2 * w: w + z})
    refused("nothing that changes", verify_induction, a, R, online, because=[[R]])
    refused("give Updates", verify_induction, a, k, "online", because=[[R]])


def test_contradictory_conditions():
    refused("contradictory", growth, each=[mistake >= 0, radius >= 0, norm2(z) - R**2 - 1 >= 0])


def test_each_claim_draws_its_own_letters():
    real, positive = sp.symbols("q", real=True), sp.symbols("q", positive=True)
    rule = Updates(start={x: 0, k: 0}, step={x: x + b**2, k: k + 1})
    for q in (real, positive):
        because = [[b**2], [q**2]]
        claim = verify_induction(-(q**2) * k, x, rule, because=because, attained=False).claim
        values = {value(q, at).real for at, _ in iterates(claim)}
        assert any(v < 0 for v in values) is (q is real)
    for r in (real, positive):
        rule = Updates(start={x: 0, k: 0}, step={x: x + r**2, k: k + 1})
        claim = verify_induction(0, x, rule, because=[[r**2]], attained=False).claim
        drawn = {at.values.get(("q_1", ())) for at, _ in iterates(claim)} - {None}
        assert any(v < 0 for v in drawn) is (r is real)


# A named sequence, what an update multiplies, and a condition that is the step


def test_a_named_sequence_refutes_or_attains():
    half = eta**2 * k * R**2 * HALF
    report = growth(wrong={"half": (norm2(w), half, UNIT)}, equal_along=UNIT)
    assert report.refuted["half"].at.values[("k", ())] == 1
    assert report.refuted["strict version"].left == (2,)
    assert "z₁ = (1, 0), z₂ = (0, 1)" in str(report)


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        ([{R: 1, eta: 1}, {z: (2, 0)}], "does not satisfy"),
        ([{R: 1, z: (1, 0)}], "a value to z first"),
        ([{R: 1}, {R: 2, z: (1, 0)}], "a value to R at update 1"),
        ([{R: 1}, {w: (1, 0)}], "a value to w at update 1"),
        ([{R: 1}, {z: (1, 0)}, {z: (1,)}], "differ in length"),
        ([{R: 1}, {z: 1}], "a tuple of numbers"),
        ([{R: 1}, {2 * z: (1, 0)}], "a tuple of numbers"),
        ([{R: -1}, {z: (1, 0)}], "breaks the assumptions"),
        ({R: 1}, "what is fixed"),
        ([{R: 1, eta: 1}, {z: (1, 0)}], "holds along the sequence named"),
    ],
)
def test_a_sequence_that_shows_nothing(steps, reason):
    wrong = {"twice": (norm2(w), 2 * eta**2 * k * R**2, steps)}
    refused(reason, growth, wrong=wrong)


def test_a_sequence_at_whose_end_the_sides_differ():
    refused("became equal", growth, equal_along=[{R: 2, eta: 1}, {z: (1, 0)}])


def test_what_an_update_multiplies():
    c, c0, r = sp.symbols("c c_0 r", real=True)
    shrinking = Updates(start={c: c0, k: 0}, step={c: (1 - r) * c, k: k + 1})
    power = (1 - r) ** k * c0
    assert "an update multiplies it by 1 − r" in str(
        verify_induction(c, power, shrinking, keeps=1 - r)
    )
    refused("fails at", verify_induction, c, power, shrinking)
    refused("fails at", verify_induction, c, power, shrinking, keeps=1 + r)
    p = sp.Symbol("p", positive=True)
    pulled = Updates(start={c: 0, k: 0}, step={c: c / 2 + p * x**2, k: k + 1})
    assert verify_induction(0, c, pulled, keeps=HALF, because=[[p, x**2]])
    refused("may be negative|fails", verify_induction, 0, c, pulled, keeps=-HALF, because=[[p]])


def test_a_condition_may_be_the_step_itself():
    kappa, K = sp.symbols("kappa K", nonnegative=True)
    rounds = Updates(start={w: 0 * w, K: 0}, step={w: y, K: K + kappa})
    gain = dot(y, goal) - dot(w, goal) - a * kappa
    assert verify_induction(a * K, dot(w, goal), rounds, because=[[gain]], each=[gain >= 0])
    refused("fails at", verify_induction, 2 * a * K, dot(w, goal), rounds,
            because=[[gain]], each=[gain >= 0])  # fmt: skip


# Chapters 5 and 13


def test_the_margin_rule():
    b = sp.Symbol("b", nonnegative=True)
    rule = Updates(start={w: 0 * w, k: 0}, step={w: w + z, k: k + 1})
    late, margin = b - dot(w, z), dot(z, goal) - a
    size = 2 * b + R**2
    each = [late >= 0, radius >= 0]
    sharp = {"no b": (norm2(w), k * R**2)}
    assert verify_induction(
        norm2(w), k * size, rule, because=[[2, late], [radius]], each=each, wrong=sharp
    )
    far = size / a
    line = verify_induction(
        norm2(w - far * goal),
        far**2 * norm2(goal) - k * size,
        rule,
        because=[[2, late], [2, far, margin], [radius]],
        each=[*each, margin >= 0],
    )
    bound = size * norm2(goal) / a**2
    because = [[1 / size, line.gap], [1 / size, norm2(w - far * goal)]]
    unit = {goal: (1,), a: 1, R: 1}
    one, three = [{**unit, b: 0}, {z: (1,)}], [{**unit, b: 2}, *[{z: (1,)}] * 3]
    wrong = {
        "no b": (k, R**2 * norm2(goal) / a**2, three),
        "half of b": (k, (b / 2 + R**2) * norm2(goal) / a**2, three),
    }
    report = verify_follows(k, bound, [line], because=because, equal_along=one, wrong=wrong)
    assert len(report.refuted) == 6
    wrong = {"b for 2 b": (k, (b + R**2) * norm2(goal) / a**2, three)}
    refused(
        "holds along the sequence named",
        verify_follows, k, bound, [line], because=because, equal_along=one, wrong=wrong,
    )  # fmt: skip


@told_in_the_book
def test_mistakes_with_overlap():
    u, _ = vectors("u v")
    L = sp.Symbol("L", nonnegative=True)
    loss = sp.Max(0, 1 - dot(u, z))
    rule = Updates(start={w: 0 * w, k: 0, L: 0}, step={w: w + z, k: k + 1, L: L + loss})
    p = verify_induction(k - L, dot(w, u), rule, because=[[loss - 1 + dot(u, z)]],
                         wrong={"no loss": (k, dot(w, u))})  # fmt: skip
    each = [mistake >= 0, radius >= 0]
    g = verify_induction(norm2(w), k * R**2, rule, because=[[2, mistake], [radius]], each=each)
    cauchy = norm2(u) * norm2(w) - dot(w, u) ** 2
    because = [[p.gap, p.gap], [2, k - L, p.gap], [cauchy], [norm2(u), g.gap]]
    bound = norm2(u) * R**2 * k
    wrong = {"half of it": ((k - L) ** 2, bound / 2)}
    assert verify_follows(
        (k - L) ** 2, bound, [p, g], given=[k - L >= 0], because=because, wrong=wrong
    )
    refused("fails at", verify_follows, k**2, bound, [p, g], because=because)


# Special values of a letter that a line leaves free


def spread():
    """Prove that the sum of (d r - c)² over the updates is not negative, multiplied out."""
    c, d, r = sp.symbols("c d r", real=True)
    S, Q = sp.symbols("S Q", real=True)
    rule = Updates(start={S: 0, Q: 0, k: 0}, step={S: S + r, Q: Q + r**2, k: k + 1})
    line = verify_induction(2 * c * d * S - c**2 * k, d**2 * Q, rule, because=[[(d * r - c) ** 2]])
    return line, c, d, S, Q


def test_the_square_of_a_sum_of_rates():
    line, c, d, S, Q = spread()
    because = [[1 / k, line.instance({c: S, d: k}).gap]]
    lines, given = [line.instance({c: S, d: k})], [k > 0]
    wrong = {"half": (S**2, k * Q / 2)}
    assert verify_follows(S**2, k * Q, lines, because=because, given=given, wrong=wrong)
    refused("fails at", verify_follows, S**2, Q, lines, because=because, given=given)
    refused("fails at", verify_follows, S**2, k * Q, [line], because=because, given=given)


def test_instances_of_letters_that_are_not_free():
    line, c, _, S, _ = spread()
    refused("no letter of the claim alone", line.instance, {S: 2})
    refused("no letter of the claim alone", line.instance, {x: 2})
    refused("no letter of the claim alone", progress().instance, {goal: w})
    refused("declared real", line.instance, {c: 1 / S})
    refused("give a vector", line.instance, {c: w})


def test_mixing_the_weights_of_many_machines():
    m, c = vectors("m c")
    T, Q, mu = sp.symbols("T Q mu", nonnegative=True)
    d = sp.Symbol("d", real=True)
    mixed = Updates(start={m: 0 * m, T: 0, Q: 0},
                    step={m: m + mu * w, T: T + mu, Q: Q + mu * norm2(w)})  # fmt: skip
    small, large = 2 * d * dot(m, c) - T * norm2(c), d**2 * Q
    line = verify_induction(small, large, mixed, because=[[mu, norm2(d * w - c)]])
    jensen = line.instance({c: m, d: T})
    wrong = {"half": (norm2(m), T * Q / 2)}
    assert verify_follows(
        norm2(m), T * Q, [jensen], because=[[1 / T, jensen.gap]], given=[T > 0], wrong=wrong
    )


# A value of the rule may name other letters of the rule: it means them as they were.

Q = sp.Symbol("Q", real=True)
turn = {w: w + x * z, Q: Q + 2 * x * dot(w, z) + x**2 * norm2(z)}


def test_all_letters_change_at_once():
    rule = Updates(start={w: 0 * w, Q: 0}, step=turn)
    assert rule.after(Q) == turn[Q]
    assert rule.after(Q + dot(w, z)) == turn[Q] + dot(w + x * z, z)
    doubled = Updates(start={w: 0 * w, k: 0}, step={w: w + k * z, k: 2 * k})
    assert doubled.after(k + dot(w, z)) == 2 * k + dot(w + k * z, z)


def test_a_square_that_is_kept_beside_its_vector():
    rule = Updates(start={w: 0 * w, Q: 0}, step=turn)
    assert verify_induction(norm2(w), Q, rule)
    late = Updates(start={w: 0 * w, Q: 0}, step={**turn, Q: Q + 2 * x * dot(w, z)})
    with pytest.raises(NotProved):
        verify_induction(norm2(w), Q, late)

"""False claims about any number of updates, each with the certificate that would prove it."""

import pytest
import sympy as sp
from sympy import Max, Rational

from perceptrons.verify import (
    NotProved,
    Updates,
    dot,
    norm2,
    vectors,
    verify_follows,
    verify_induction,
)

w, z, y, u, v, goal, s, m_ = vectors("w z y u v w^* s m")
eta, a, R, alpha = sp.symbols("eta a R alpha", positive=True)
k, M = sp.symbols("k M", integer=True, nonnegative=True)
m, n = sp.symbols("m n", integer=True, positive=True)
b, L, S, Q, T, mu = sp.symbols("b L S Q T mu", nonnegative=True)
c, c0, r, x = sp.symbols("c c_0 r x", real=True)

online = Updates(start={w: 0 * w, k: 0}, step={w: w + eta * z, k: k + 1})
unit = Updates(start={w: 0 * w, k: 0}, step={w: w + z, k: k + 1})
loss = Max(0, 1 - dot(u, z))
overlap = Updates(start={w: 0 * w, k: 0, L: 0}, step={w: w + z, k: k + 1, L: L + loss})
batch = Updates(start={w: s, M: 0}, step={w: w + eta * y, M: M + m})
epoch = Updates(start={v: s}, step={v: v - eta * dot(u, v) * u})
paced = Updates(start={w: 0 * w, S: 0, Q: 0}, step={w: w + mu * z, S: S + mu, Q: Q + mu**2})
mixed = Updates(
    start={m_: 0 * m_, T: 0, Q: 0},
    step={m_: m_ + mu * w, T: T + mu, Q: Q + mu * norm2(w)},
)
shrinking = Updates(start={c: c0, k: 0}, step={c: (1 - r) * c, k: k + 1})
hull = Updates(start={m_: 0 * m_, T: 0}, step={m_: m_ + mu * z, T: T + mu})

margin, mistake, radius = dot(z, goal) - a, -dot(w, z), R**2 - norm2(z)
late, safe = b - dot(w, z), 2 - eta * norm2(u)
ahead, mistaken, size, few = dot(y, goal) - m * a, -dot(w, y), m**2 * R**2 - norm2(y), n - m
far = norm2(w - alpha * goal)
fall = 2 * alpha * a - eta * n * R**2

FALSE = {
    "growth without the radius": (norm2(w), eta**2 * k * R**2, online, [mistake]),
    "growth with R for R²": (norm2(w), eta**2 * k * R, online, [mistake, radius]),
    "growth with η for η²": (norm2(w), eta * k * R**2, online, [mistake, radius]),
    "growth one late": (norm2(w), eta**2 * (k - 1) * R**2, online, [mistake, radius]),
    "growth of two rates": (norm2(w), k * R**2, online, [mistake, radius]),
    "progress without a margin": (0, dot(w, goal), online, [mistake]),
    "progress twice": (2 * eta * k * a, dot(w, goal), online, [margin]),
    "progress with k²": (eta * k**2 * a, dot(w, goal), online, [margin]),
    "progress without a rate": (k * a, dot(w, goal), online, [margin]),
    "margin rule without b": (norm2(w), k * R**2, unit, [late, radius]),
    "margin rule with b/2": (norm2(w), k * (R**2 + b / 2), unit, [late, radius]),
    "margin rule as a mistake": (norm2(w), k * R**2, unit, [b + mistake, radius]),
    "margin rule at R": (norm2(w), k * (R + 2 * b), unit, [late, radius]),
    "overlap without loss": (k, dot(w, u), overlap, []),
    "overlap with half": (k - L / 2, dot(w, u), overlap, []),
    "overlap with L²": (k - L**2, dot(w, u), overlap, []),
    "overlap turned round": (dot(w, u), k - L, overlap, []),
    "batch without the length": (far, norm2(s - alpha * goal) - M * eta * fall, batch,
                                 [ahead, mistaken, few]),
    "batch without n": (far, norm2(s - alpha * goal) - M * eta * (2 * alpha * a - eta * R**2),
                        batch, [ahead, mistaken, size]),
    "batch without few": (far, norm2(s - alpha * goal) - M * eta * fall, batch,
                          [ahead, mistaken, size]),
    "batch without mistakes": (far, norm2(s - alpha * goal) - M * eta * fall, batch,
                               [ahead, size, few]),
    "epoch with any rate": (norm2(v), norm2(s), epoch, []),
    "epoch that halves": (norm2(v), norm2(s) / 2, epoch, [safe]),
    "epoch at twice the rate": (norm2(v), norm2(s), epoch, [4 - eta * norm2(u)]),
    "epoch by dimension": (norm2(v), norm2(s) - dot(u, s) ** 2, epoch, [safe]),
    "rates without squares": (norm2(w), S * R**2, paced, [mistake, radius]),
    "rates with S² for Q": (norm2(w), S**2 * R**2 / 2, paced, [mistake, radius]),
    "hull twice": (2 * T * a, dot(m_, goal), hull, [margin]),
    "hull without the margin": (0, dot(m_, goal), hull, []),
    "hull squared": (T**2 * a, dot(m_, goal), hull, [margin]),
    "mixing without weights": (norm2(m_), Q, mixed, []),
    "mixing turned round": (Q, norm2(m_), mixed, []),
    "mixing with half": (norm2(m_), T * Q / 2, mixed, []),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
@pytest.mark.parametrize("keeps", ["1", "the quotient"])
def test_false_claims_are_refused(name, keeps):
    small, large, rule, conditions = FALSE[name]
    gap = large - small
    new = rule.after(gap)
    because, factor = ([[new - gap]], 1) if keeps == "1" else ([[0]], new / gap)
    with pytest.raises(NotProved):
        verify_induction(
            small, large, rule, because=because, keeps=factor, each=[g >= 0 for g in conditions]
        )


@pytest.mark.parametrize(
    ("left", "right", "keeps"),
    [
        (c, (1 - r) ** (k + 1) * c0, 1 - r),
        (c, (1 - r) ** k * c0, r - 1),
        (c, (1 + r) ** k * c0, 1 + r),
        (c, (1 - r * k) * c0, 1 - r),
        (c, c0, 1),
        (c**2, (1 - r) ** k * c0**2, (1 - r) ** 2),
    ],
)
def test_false_powers_are_refused(left, right, keeps):
    with pytest.raises(NotProved):
        verify_induction(left, right, shrinking, keeps=keeps)


def test_an_equation_is_not_proved_by_the_quotient():
    """The quotient of what is left and what was left says nothing where nothing was left."""
    slow = Updates(start={c: 0, S: 0, k: 0}, step={c: c + r, S: S + r**2, k: k + 1})
    gap = (c - S) * k * (k - 1) * (k - 2) * (k - 3) * (k - 4)
    with pytest.raises(NotProved):
        verify_induction(0, gap, slow, keeps=slow.after(gap) / gap)


# What follows from true lines, and what does not


def lines():
    p = verify_induction(
        eta * k * a, dot(w, goal), online, because=[[eta, margin]], each=[margin >= 0]
    )
    g = verify_induction(
        norm2(w),
        eta**2 * k * R**2,
        online,
        because=[[2, eta, mistake], [eta**2, radius]],
        each=[mistake >= 0, radius >= 0],
    )
    return p, g


@pytest.mark.parametrize(
    "bound",
    [
        R**2 * norm2(goal) / a**2 * Rational(3, 4),
        R**2 / a**2,
        R * norm2(goal) / a,
        R**2 * norm2(goal) / a**2 - 1,
        R**2 * norm2(goal) / (2 * a**2),
        norm2(goal) / a**2,
    ],
)
def test_false_bounds_do_not_follow(bound):
    p, g = lines()
    with pytest.raises(NotProved):
        verify_follows(k, bound, [p, g], because=[[bound - k]])


def test_special_values_are_of_free_letters_alone():
    line = verify_induction(-(c**2) * k, Q, Updates({Q: 0, k: 0}, {Q: Q + mu, k: k + 1}),
                            because=[[mu], [c**2]])  # fmt: skip
    for values in ({Q: -1}, {mu: -1}, {k: 0}, {c: sp.I}, {c: sp.sqrt(-Q - 1)}, {w: s}):
        with pytest.raises(NotProved):
            line.instance(values)

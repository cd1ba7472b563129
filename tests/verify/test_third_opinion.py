"""A program that shares no code with the checker, z3, agrees with it wherever it can say anything."""

import re
from collections import Counter

import pytest
import sympy as sp
import test_adversarial as attacks
from book_claims import BOOK, claims_of_the_book, recorded_into
from false_claims import (
    Stated,
    false_certificates,
    false_far_away,
    false_versions,
    false_without_a_hypothesis,
    is_false,
)
from letters import u, x, y, z
from third_opinion import EMPTY, PROVED, REFUTED, SILENT, Unread, opinion

from perceptrons.verify import dot, norm2

FIRST = x - sp.Symbol("n", integer=True)


def opinions(claims):
    """Return how often z3 gives each opinion, and the claims by their opinion."""
    found = {}
    for stated in claims:
        try:
            found.setdefault(opinion(stated), []).append(stated)
        except Unread:
            found.setdefault("not asked", []).append(stated)
    return found


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        (Stated(2 * x * y, x**2 + y**2, (), ((),)), PROVED),
        (Stated(2 * x * y, x**2 + y**2, (), ((),), strict=True), REFUTED),
        (Stated(dot(u, z) ** 2, norm2(u) * norm2(z), (), ((),)), PROVED),
        (Stated(norm2(u + z), 2 * norm2(u) + 2 * norm2(z), (), ((),)), PROVED),
        (Stated(norm2(u + z), norm2(u) + 2 * norm2(z), (), ((),)), REFUTED),
        (Stated(norm2(u + z), norm2(u) + norm2(z), (sp.Eq(dot(u, z), 0),)), PROVED),
        (Stated((x**2 - 1) / (x - 1), x + 1, ()), REFUTED),
        (Stated(sp.sqrt(x) ** 2 + y, x + y, (x >= 0,)), PROVED),
        (Stated(sp.sqrt(x**2 - y), x, (x > 0,)), REFUTED),
        (Stated(sp.Max(x, -x) * sp.sign(x), x, ()), PROVED),
        (Stated(x, sp.Piecewise((x, x > y), (y, True)), (x >= y,)), PROVED),
        (Stated(sp.Subs(x * y, x, y + 1) + x, y**2 + y + x, ()), PROVED),
        (Stated(sp.Subs(x * y, x, y), y, (sp.Eq(x, 1),)), REFUTED),
        (Stated(x, y, (x > 0, x < 0)), EMPTY),
        (Stated(sp.exp(x), sp.exp(y), (x > y,)), SILENT),
        (Stated(FIRST, FIRST**2, ()), SILENT),
    ],
    ids=str,
)
def test_what_z3_says(stated, expected):
    assert opinion(stated) == expected


def test_of_the_book():
    claims = claims_of_the_book()
    refuted = opinions(claims.pop("refuted"))
    proved = opinions(stated for some in claims.values() for stated in some)
    assert PROVED not in refuted
    assert {REFUTED, EMPTY}.isdisjoint(proved)
    count = Counter({said: len(some) for said, some in proved.items()})
    page = (BOOK / "checker.ipynb").read_text(encoding="utf-8")
    said = re.search(r"Of the (\d+) claims .* (\d+) were also proved by z3", page)
    assert list(map(int, said.groups())) == [count.total(), count[PROVED]]


def test_of_true_claims():
    true: list[Stated] = [Stated(*functions) for functions in attacks.FUNCTIONS.values()]
    with recorded_into(true, [], attacks):
        for claim in attacks.TRUE.values():
            claim()
    found = opinions(true)
    assert {REFUTED, EMPTY}.isdisjoint(found)
    assert len(found[PROVED]) >= 25


def test_of_false_claims():
    refused = [Stated(lhs, rhs, tuple(given)) for lhs, rhs, *given in attacks.UNEQUAL.values()]
    false = [stated for stated in refused if is_false(stated)]  # some are true, and say nothing
    false += [Stated(*sides, ()) for sides in attacks.POLES.values()]
    for stated in attacks.STATED[::3]:
        false += [*false_versions(stated, 1), *false_without_a_hypothesis(stated)]
        false += [*false_certificates(stated), *false_far_away(stated)]
    found = opinions(false)
    assert found.get(PROVED, []) == []
    assert len(found[REFUTED]) >= 60

"""The rewriting rules: each keeps the value of every expression."""

import pytest
from letters import EXPRESSIONS, HYPOTHESES

from perceptrons.verify.evaluate import value
from perceptrons.verify.evaluate.infinitesimals import NoValue
from perceptrons.verify.language.binding import fresh
from perceptrons.verify.rewrite.rules import RULES, free
from perceptrons.verify.sampling.points import points


def rewritten(rule, name):
    """Return what a rule makes of an expression; none raises an error."""
    return rule(fresh(EXPRESSIONS[name]), HYPOTHESES)


def changed(new, name):
    """Tell whether the new form of an expression has another value at one of a few points."""
    e = EXPRESSIONS[name]
    stream = zip(points(HYPOTHESES, simple=False), range(4), strict=False)
    return free(new) <= free(e) and any(differ(e, new, at) for at, _ in stream)


def differ(e, new, at):
    try:
        return value(e, at).real != value(new, at).real
    except NoValue:
        return False


@pytest.mark.parametrize("rule", dict.fromkeys(RULES), ids=lambda rule: rule.__name__)
def test_rule_keeps_every_value(rule):
    assert [name for name in EXPRESSIONS if changed(rewritten(rule, name), name)] == []

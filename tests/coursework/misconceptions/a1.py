"""Misconceptions about discriminants and conventions, and the checks that each must lose."""

ASSIGNMENT = "a1_discriminants"

# name: (answer, the right text, the wrong text, the checks that fail)
MISCONCEPTIONS = {
    "no constant": (
        "q1",
        "np.hstack([np.ones((len(X), 1)), X])",
        "X",
        "q1_shape q1_columns q2_example q2_both_sides",
    ),
    "the last constant is +1": ("q1", "-np.ones", "np.ones", "q1_shape q1_columns"),
    "the first constant is -1": (
        "q1",
        "np.hstack([np.ones",
        "np.hstack([-np.ones",
        "q1_shape q1_columns q2_example q2_both_sides",
    ),
    "the threshold keeps the sign of the bias": ("q1", "-w[0]", "w[0]", "q1_to_last q1_same_g"),
    "the threshold stays first": (
        "q1",
        "np.append(w[1:], -w[0])",
        "np.append(-w[0], w[1:])",
        "q1_to_last q1_same_g",
    ),
    "C2 is not reflected": (
        "q2",
        "np.asarray(t)[:, None] * ",
        "",
        "q2_example q2_both_sides",
    ),
    "C1 is reflected": ("q2", "np.asarray(t)", "-np.asarray(t)", "q2_example q2_both_sides"),
    "the constant is not reflected": (
        "q2",
        "np.asarray(t)[:, None] * constant_first(X)",
        "constant_first(np.asarray(t)[:, None] * np.asarray(X))",
        "q2_both_sides",
    ),
    "zero is positive": ("q3", "g > 0", "g >= 0", "q3_on_the_line q3_every_rule"),
    "zero is negative": ("q3", "g < 0", "g <= 0", "q3_on_the_line q3_every_rule"),
    "zero is decided by the sign function": (
        "q3",
        "np.where(g > 0, 1, np.where(g < 0, -1, on_line))",
        "np.sign(g)",
        "q3_on_the_line q3_every_rule",
    ),
    "one rule for all": ("q3", "-1, on_line)", "-1, 0)", "q3_on_the_line q3_every_rule"),
    "classes are exchanged": (
        "q3",
        "np.where(g > 0, 1, np.where(g < 0, -1,",
        "np.where(g > 0, -1, np.where(g < 0, 1,",
        "q3_off_the_line q3_every_rule",
    ),
    "the bias is in the norm": (
        "q4",
        "np.sqrt(w[1:] @ w[1:])",
        "np.sqrt(w @ w)",
        "q4_with_a_bias q4_side",
    ),
    "the bias is left out": ("q4", "(w[0] + w[1:] @ x)", "(w[1:] @ x)", "q4_with_a_bias q4_side"),
    "the norm is squared": (
        "q4",
        "np.sqrt(w[1:] @ w[1:])",
        "(w[1:] @ w[1:])",
        "q4_through_the_origin q4_with_a_bias q4_side",
    ),
    "the distance has no sign": (
        "q4",
        "(w[0] + w[1:] @ x)",
        "abs(w[0] + w[1:] @ x)",
        "q4_sign q4_side",
    ),
}

# Right answers in another style: loops, lists, no arrays where none are needed.
OTHER_STYLE = {
    "q1": """
def constant_first(X):
    return [[1] + list(x) for x in X]


def constant_last(X):
    return [list(x) + [-1] for x in X]


def to_last(w):
    first, *rest = w
    return [*rest, -first]
""",
    "q2": """
def reflect(X, t):
    rows = []
    for x, target in zip(X, t):
        rows.append([target] + [target * value for value in x])
    return rows
""",
    "q3": """
def decide(g, on_line=0):
    return [1 if value > 0 else -1 if value < 0 else on_line for value in g]
""",
    "q4": """
def distance(w, x):
    bias, normal = w[0], w[1:]
    g = bias + sum(a * b for a, b in zip(normal, x))
    return g / sum(a * a for a in normal) ** 0.5
""",
}

"""Misconceptions about separators and certificates, and the checks that each must lose."""

ASSIGNMENT = "a9_separability"

# name: (answer, the right text, the wrong text, the checks that fail)
MISCONCEPTIONS = {
    "a tie is right": ("q1", "(Z @ np.asarray(w) > 0)", "(Z @ np.asarray(w) >= 0)", "q1_separates"),
    "one pattern on its side is enough": (
        "q1",
        "> 0).all())",
        "> 0).any())",
        "q1_separates",
    ),
    "either side will do": (
        "q1",
        "return bool((Z @ np.asarray(w) > 0).all())",
        "return bool((Z @ np.asarray(w) > 0).all() or (Z @ np.asarray(w) < 0).all())",
        "q1_example q1_separates",
    ),
    "negative numbers are allowed": ("q1", "(alpha >= 0).all() and ", "", "q1_certifies"),
    "all must be positive": ("q1", "(alpha >= 0).all()", "(alpha > 0).all()", "q1_certifies"),
    "zeros are a certificate": ("q1", "alpha.any() and ", "", "q1_certifies"),
    "the sum without the constant feature": (
        "q1",
        "not (alpha @ Z).any()",
        "not (alpha @ Z)[1:].any()",
        "q1_certifies",
    ),
    "the sum of the patterns, not reflected": (
        "q1",
        "not (alpha @ Z).any()",
        "not (alpha @ (np.asarray(t)[:, None] * Z)).any()",
        "q1_example q1_certifies",
    ),
    "a product of zero is right": (
        "q2",
        "w @ z <= 0",
        "w @ z < 0",
        "q2_example q2_separators q2_certificates q4_example q4_count",
    ),
    "the counts from the start of the run": (
        "q2",
        "counts - seen[state]",
        "counts",
        "q2_example q2_certificates",
    ),
    "the counts are stored by reference": (
        "q2",
        "seen[state] = counts.copy()",
        "seen[state] = counts",
        "q2_example q2_certificates",
    ),
    "a fixed number of epochs is a proof": (
        "q2",
        "state = tuple(w.tolist())",
        "state = next(iter(seen)) if len(seen) > 2 else tuple(w.tolist())",
        "q2_example q2_separators q2_certificates q4_example q4_count",
    ),
    "the patterns in order of appearance": (
        "q3",
        "np.asarray(t)[np.argsort(x)]",
        "np.asarray(t)",
        "q3_example q3_degree",
    ),
    "one degree too many": (
        "q3",
        "in_order[:-1]).sum())",
        "in_order[:-1]).sum()) + 1",
        "q3_example q3_degree",
    ),
    "a sign for the left end": ("q3", "return t[-1] * w", "return t[0] * w", "q3_example q3_bends"),
    "always positive at the right end": (
        "q3",
        "return t[-1] * w",
        "return w",
        "q3_example q3_bends",
    ),
    "a zero on a pattern": ("q3", "(a + b) / 2 for", "float(b) for", "q3_example q3_bends"),
    "zeros between all neighbours": ("q3", " if s != u]", "]", "q3_bends"),
    "the constant last": (
        "q3",
        "return t[-1] * w",
        "return t[-1] * w[::-1]",
        "q3_example q3_bends",
    ),
    "half of the labellings": ("q4", "range(2**n)", "range(2**n // 2)", "q4_example q4_count"),
    "the constant labellings are left out": (
        "q4",
        "range(2**n)",
        "range(1, 2**n - 1)",
        "q4_example q4_count",
    ),
    "every labelling of three points": (
        "q4",
        "    return found",
        "    return 2**n if n <= 3 else found",
        "q4_count",
    ),
}

OTHER_STYLE = {
    "q1": """
def separates(w, X, t):
    for x, target in zip(X, t):
        g = w[0]
        for weight, feature in zip(w[1:], x):
            g = g + weight * feature
        if not target * g > 0:
            return False
    return True


def certifies(alpha, X, t):
    if min(alpha) < 0 or max(alpha) == 0:
        return False
    total = [0] * (len(X[0]) + 1)
    for a, x, target in zip(alpha, X, t):
        total[0] += a * target
        for j, feature in enumerate(x):
            total[j + 1] += a * target * feature
    return all(value == 0 for value in total)
""",
    "q2": """
def prove(X, t):
    n, D = len(X), len(X[0]) + 1
    w, history = [0] * D, []
    counts = [0] * n
    history.append((list(w), list(counts)))
    while True:
        clean = True
        for i in range(n):
            a = [1] + [int(v) for v in X[i]]
            if t[i] * sum(p * q for p, q in zip(w, a)) <= 0:
                w = [p + int(t[i]) * q for p, q in zip(w, a)]
                counts[i] += 1
                clean = False
        if clean:
            return ("separator", w)
        for earlier, before in history:
            if earlier == w:
                return ("certificate", [now - then for now, then in zip(counts, before)])
        history.append((list(w), list(counts)))
""",
    "q3": """
def _sorted(x, t):
    return sorted(zip([int(v) for v in x], [int(v) for v in t]))


def degree(x, t):
    pairs, p = _sorted(x, t), 0
    for (_, left), (_, right) in zip(pairs, pairs[1:]):
        if left != right:
            p += 1
    return p


def bends(x, t):
    pairs = _sorted(x, t)
    zeros = [b - 0.25 for (a, s), (b, u) in zip(pairs, pairs[1:]) if s != u]
    return 3.0 * pairs[-1][1] * np.poly(zeros)[::-1] if zeros else [pairs[0][1]]
""",
    "q4": """
import itertools


def count(X):
    answers = [prove(X, np.array(t))[0] for t in itertools.product((-1, 1), repeat=len(X))]
    return answers.count("separator")
""",
}

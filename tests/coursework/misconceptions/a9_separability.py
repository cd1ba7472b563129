"""Right answers in another style."""

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

"""Right answers in another style: loops, lists, no arrays where none are needed."""

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

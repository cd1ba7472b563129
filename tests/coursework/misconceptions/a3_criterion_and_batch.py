"""Right answers in another style: plain loops and lists."""

OTHER_STYLE = {
    "q1": """
def products(w, X, t):
    return [target * (w[0] + sum(a * b for a, b in zip(w[1:], x))) for x, target in zip(X, t)]


def criterion(w, X, t):
    total = 0
    for product in products(w, X, t):
        if product <= 0:
            total = total - product
    return int(total)
""",
    "q2": """
def gradient(w, X, t):
    slope = [0] * len(w)
    for x, target, product in zip(X, t, products(w, X, t)):
        if product < 0:
            for j, feature in enumerate([1, *x]):
                slope[j] -= target * feature
    return slope


W, Z = sp.Matrix(sp.symbols("w0 w1 w2")), sp.Symbol("target") * sp.Matrix([1, *sp.symbols("x1 x2")])
share = (-W.T * Z)[0]
slopes = tuple(-Z)
""",
    "q3": """
def batch(X, t, eta=1.0, w=None, max_steps=100):
    Z = [[target * c for c in (1, *x)] for x, target in zip(X, t)]
    path = [list(w) if w is not None else [0] * len(Z[0])]
    while len(path) <= max_steps:
        now = path[-1]
        mistakes = [z for z in Z if sum(a * b for a, b in zip(now, z)) <= 0]
        if mistakes == []:
            return path
        path.append([c + eta * sum(z[j] for z in mistakes) for j, c in enumerate(now)])
    return path
""",
    "q4": """
def as_printed(X, t, steps, eta=1.0):
    w = np.zeros(len(X[0]) + 1, dtype=np.float32)
    rows = w[None]
    for _ in range(steps):
        w = rows[-1].copy()
        for x, target in zip(X, t):
            z = target * np.array([1, *x], dtype=np.float32)
            if rows[-1] @ z <= 0:
                w -= np.float32(eta) * z
        rows = np.vstack([rows, w])
    return rows


heights = np.array(V.heights)
still_wrong = float(V.wrong)
""",
}

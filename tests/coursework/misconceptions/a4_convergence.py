"""Right answers in another style: plain loops and lists."""

OTHER_STYLE = {
    "q1": """
def facts(X, t, w_star):
    products, squares = [], []
    for x, target in zip(X, t):
        z = [target] + [target * c for c in x]
        products.append(sum(p * q for p, q in zip(z, w_star)))
        squares.append(sum(c * c for c in z))
    a = sorted(products)[0]
    length = sum(c * c for c in w_star) ** 0.5
    return [a, sorted(squares)[-1], a / length]
""",
    "q2": """
def bound(X, t, w_star):
    least, R2, margin = facts(X, t, w_star)
    return float(R2) / float(margin) ** 2


def sum_bound(X, t, w_star):
    X = np.asarray(X, dtype=float)
    return ((X * X).sum() + len(X)) / facts(X, t, w_star)[2] ** 2


three = np.array(V.three)
""",
    "q3": """
w0, w1, w2, z0, z1, z2, eta = sp.symbols("w0 w1 w2 z0 z1 z2 eta", real=True)
pairs = [(w0, z0), (w1, z1), (w2, z2)]
change = sum((w + eta * z) ** 2 - w**2 for w, z in pairs)
dropped = eta * (2 * w0 * z0 + 2 * w1 * z1 + 2 * w2 * z2)
growth = (eta * z0) ** 2 + (eta * z1) ** 2 + (eta * z2) ** 2
""",
    "q4": """
def cauchy(u, v):
    left = sum(a * b for a, b in zip(u, v))
    return [left * left, sum(a * a for a in u) * sum(b * b for b in v)]


u = np.array([0.1, 0.2])
v = [0.3, 0.3]
same = [10.0 * c for c in V.ray]
""",
    "q5": """
def squeeze(X, t, w_star, eta=1.0, max_epochs=1000):
    a, R2, _ = facts(X, t, w_star)
    w, k, rows, epoch, wrong = [0] * len(w_star), 0, [], 0, True
    while wrong and epoch < max_epochs:
        wrong, epoch = False, epoch + 1
        for x, target in zip(X, t):
            z = [target] + [target * c for c in x]
            if not sum(p * q for p, q in zip(w, z)) > 0:
                wrong, k = True, k + 1
                w = [p + eta * q for p, q in zip(w, z)]
                s = sum(p * q for p, q in zip(w, w_star))
                rows.append((k * eta * a, s, sum(p * p for p in w), k * R2 * eta * eta))
    return np.array(rows)
""",
}

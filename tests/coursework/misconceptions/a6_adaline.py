"""Right answers in another style: plain loops and lists."""

OTHER_STYLE = {
    "q1": """
def output(w, x):
    return w[0] + sum(w[j + 1] * x[j] for j in range(len(x)))


def cost(w, X, t):
    total = 0
    for x, target in zip(X, t):
        total += (target - output(w, x)) ** 2
    return 0.5 * total


def gradient(w, X, t):
    slopes = [0] * len(w)
    for x, target in zip(X, t):
        error = target - output(w, x)
        for j, a in enumerate([1, *x]):
            slopes[j] -= error * a
    return slopes
""",
    "q3": """
def descend(X, t, eta, epochs, w=None):
    d = len(X[0])
    w = [0.0] * (d + 1) if w is None else [float(v) for v in w]
    for _ in range(epochs):
        change = [0.0] * (d + 1)
        for x, target in zip(X, t):
            a = [1.0] + list(x)
            e = target - sum(p * q for p, q in zip(w, a))
            for j in range(d + 1):
                change[j] += e * a[j]
        for j in range(d + 1):
            w[j] += eta * change[j]
    return w


def border(X):
    A = np.insert(np.array(X, dtype=float), 0, 1, axis=1)
    singular = np.linalg.svd(A, compute_uv=False)
    return 2 / singular[0] ** 2
""",
    "q4": """
def standardise(train, new):
    one, two = [], []
    for a, b in zip(np.transpose(train).tolist(), np.transpose(new).tolist()):
        m = sum(a) / len(a)
        s = (sum((v - m) ** 2 for v in a) / len(a)) ** 0.5 or 1
        one.append([(v - m) / s for v in a])
        two.append([(v - m) / s for v in b])
    return np.transpose(one), np.transpose(two)
""",
    "q5": """
def incremental(X, t, eta, epochs, rng):
    w = [0.0] * (len(X[0]) + 1)
    for _ in range(epochs):
        for i in list(rng.permutation(len(X))):
            a = [1.0, *map(float, X[i])]
            e = float(t[i]) - sum(p * q for p, q in zip(w, a))
            w = [p + eta * e * q for p, q in zip(w, a)]
    return w
""",
}

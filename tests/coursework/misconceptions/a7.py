"""Misconceptions about the dual form, and the checks that each must lose."""

ASSIGNMENT = "a7_dual_form"

# name: (answer, the right text, the wrong text, the checks that fail)
MISCONCEPTIONS = {
    "a product of zero is right": ("q1", "w @ z <= 0", "w @ z < 0", "q1_example q1_counts"),
    "presentations are counted": (
        "q1",
        "            if w @ z <= 0:\n                w += z\n                lam[i] += 1\n",
        "            lam[i] += 1\n            if w @ z <= 0:\n                w += z\n",
        "q1_example q1_counts",
    ),
    "mistakes are noted, not counted": (
        "q1",
        "lam[i] += 1",
        "lam[i] = 1",
        "q1_example q1_counts",
    ),
    "batch for online": (
        "q1",
        "        for i, z in enumerate(Z):\n            if w @ z <= 0:\n                w += z\n                lam[i] += 1\n",
        "        wrong = Z @ w <= 0\n        w += Z[wrong].sum(axis=0)\n        lam += wrong\n",
        "q1_example q1_counts",
    ),
    "the counts carry the targets": (
        "q1",
        "return lam",
        "return lam * np.asarray(t)",
        "q1_example q1_counts",
    ),
    "one epoch only": ("q1", "range(max_epochs)", "range(1)", "q1_example q1_counts"),
    "max_epochs is not honoured": ("q1", "range(max_epochs)", "range(100)", "q1_counts"),
    "the sum without targets": (
        "q1",
        "np.asarray(lam, dtype=float) * np.asarray(t)",
        "np.asarray(lam, dtype=float)",
        "q1_example q1_weights",
    ),
    "the bias is not reflected": (
        "q1",
        "np.append(c.sum()",
        "np.append(np.sum(lam)",
        "q1_example q1_weights",
    ),
    "each pattern once": (
        "q1",
        "c = np.asarray(lam, dtype=float) *",
        "c = np.sign(lam) *",
        "q1_example q1_weights",
    ),
    "products without the constant": ("q2", "return 1 + ", "return ", "q2_gram"),
    "the tables are exchanged": (
        "q2",
        "1 + np.asarray(X, dtype=float) @ np.asarray(Y, dtype=float).T",
        "1 + np.asarray(Y, dtype=float) @ np.asarray(X, dtype=float).T",
        "q2_gram",
    ),
    "a sum of zero is right": (
        "q2",
        "@ (lam * t)) <= 0",
        "@ (lam * t)) < 0",
        "q2_run q2_same_run q2_only_products q3_corners",
    ),
    "the inner targets are forgotten": (
        "q2",
        "@ (lam * t)) <= 0",
        "@ lam) <= 0",
        "q2_run q2_same_run q2_only_products q3_corners",
    ),
    "the outer target is forgotten": (
        "q2",
        "t[i] * (K[i] @",
        "(K[i] @",
        "q2_run q2_same_run q2_only_products q3_corners",
    ),
    "the constant is added again": (
        "q2",
        "K, t = np.asarray(K, dtype=float)",
        "K, t = 1 + np.asarray(K, dtype=float)",
        "q2_run q2_same_run q2_only_products",
    ),
    "the global patterns are used": (
        "q2",
        "K, t = np.asarray(K, dtype=float)",
        "K, t = gram(X, X) if len(X) == len(t) else np.asarray(K, dtype=float)",
        "q2_run q2_same_run q2_only_products q3_corners q3_rectangle",
    ),
    "the update carries the target": (
        "q2",
        "lam[i] += 1",
        "lam[i] += t[i]",
        "q2_run q2_same_run q2_only_products q3_corners",
    ),
    "decided without targets": (
        "q2",
        "(np.asarray(lam) * np.asarray(t))",
        "np.asarray(lam)",
        "q2_run q2_decide q3_corners",
    ),
    "decided by the number of patterns": (
        "q2",
        "(np.asarray(lam) * np.asarray(t))",
        "((np.asarray(lam) > 0) * np.asarray(t))",
        "q2_run q2_decide",
    ),
    "the value for the class": (
        "q2",
        "return np.sign",
        "return np.asarray",
        "q2_run q2_decide q3_corners",
    ),
    "the kernel without 1": ("q3", "return (1 + np", "return (np", "q3_kernel"),
    "the linear kernel": ("q3", ".T) ** 2", ".T)", "q3_kernel q3_corners"),
    "features without roots": ("q3", "r = 2**0.5", "r = 1", "q3_two_patterns q3_features"),
    "the 2 on both sides": ("q3", "r = 2**0.5", "r = 2", "q3_two_patterns q3_features"),
    "the root only at the product": (
        "q3",
        "[1, r * x[0], r * x[1],",
        "[1, x[0], x[1],",
        "q3_two_patterns q3_features",
    ),
    "learnt with lines": ("q3", "dual(kernel(X, X)", "dual(gram(X, X)", "q3_rectangle"),
    "the transposed products": (
        "q3",
        "kernel(new, X))",
        "kernel(X, new))",
        "q3_rectangle",
    ),
}

# Right answers in another style: plain loops and lists.
OTHER_STYLE = {
    "q1": """
def counts(X, t, max_epochs=100):
    visits = [0] * len(X)
    w = [0] * (len(X[0]) + 1)
    for _ in range(max_epochs):
        changed = False
        for i, x in enumerate(X):
            row = [1, *x]
            if t[i] * sum(a * b for a, b in zip(w, row)) > 0:
                continue
            w = [a + t[i] * b for a, b in zip(w, row)]
            visits[i] += 1
            changed = True
        if not changed:
            return visits
    return visits


def weights(lam, X, t):
    w = [0] * (len(X[0]) + 1)
    for count, x, target in zip(lam, X, t):
        for _ in range(int(count)):
            w = [a + target * b for a, b in zip(w, [1, *x])]
    return tuple(w)
""",
    "q2": """
def gram(X, Y):
    return [[1 + sum(a * b for a, b in zip(x, y)) for y in Y] for x in X]


def dual(K, t, max_epochs=100):
    n = len(t)
    signed = [0] * n
    rounds = 0
    while rounds < max_epochs:
        rounds += 1
        mistakes = 0
        for i in range(n):
            g = 0
            for j in range(n):
                g += signed[j] * K[i][j]
            if g * t[i] <= 0:
                signed[i] += t[i]
                mistakes += 1
        if mistakes == 0:
            break
    return [abs(s) for s in signed]


def decide(lam, t, K):
    classes = []
    for row in K:
        g = sum(a * b * k for a, b, k in zip(lam, t, row))
        classes.append(1 if g > 0 else -1 if g < 0 else 0)
    return classes
""",
    "q3": """
def kernel(X, Y):
    table = np.zeros((len(X), len(Y)), dtype=np.float32)
    for i in range(len(X)):
        for j in range(len(Y)):
            table[i, j] = (1 + X[i][0] * Y[j][0] + X[i][1] * Y[j][1]) ** 2
    return table


def features(x):
    a, b = float(x[0]), float(x[1])
    root = 2 ** (1 / 2)
    return [a * a, b * b, root * a * b, root * a, root * b, 1]


def learn(X, t, new, max_epochs=100):
    lam = dual(kernel(X, X), t, max_epochs=max_epochs)
    answers = []
    for x in new:
        answers.append(decide(lam, t, kernel([x], X))[0])
    return answers
""",
}

"""Misconceptions about kernels and many classes, and the checks that each must lose."""

ASSIGNMENT = "a10_kernels_and_classes"

# name: (answer, the right text, the wrong text, the checks that fail)
MISCONCEPTIONS = {
    "the distance, not its square": (
        "q1",
        "(differences**2).sum(axis=2)",
        "np.sqrt((differences**2).sum(axis=2))",
        "q1_example q1_bell",
    ),
    "the sum of the differences, squared": (
        "q1",
        "(differences**2).sum(axis=2)",
        "(differences.sum(axis=2) ** 2)",
        "q1_example q1_bell",
    ),
    "e in place of 2": ("q1", "2.0 ** -(d", "np.e ** -(d", "q1_example q1_bell"),
    "the power without its sign": ("q1", "2.0 ** -(d", "2.0 ** (d", "q1_example q1_bell"),
    "the first feature only": (
        "q1",
        "(differences**2).sum(axis=2)",
        "(differences[:, :, 0] ** 2)",
        "q1_example q1_bell",
    ),
    "zero is a proof": ("q1", "@ c < 0)", "@ c <= 0)", "q1_refutes"),
    "a negative entry is a proof": (
        "q1",
        "bool(c @ np.asarray(K) @ c < 0)",
        "bool((np.asarray(K) < 0).any())",
        "q1_example q1_refutes",
    ),
    "the same signs always": ("q1", "-np.sign(K[0][1])", "-1.0", "q1_refutes"),
    "a sum of zero is right": (
        "q2",
        "(lam * t)) <= 0",
        "(lam * t)) < 0",
        "q2_example q2_learn",
    ),
    "the inner targets are forgotten": (
        "q2",
        "@ (lam * t)) <= 0",
        "@ lam) <= 0",
        "q2_example q2_learn",
    ),
    "one epoch only": ("q2", "range(max_epochs)", "range(1)", "q2_learn"),
    "not divided by the length": (
        "q2",
        " / np.sqrt(c @ g))",
        ")",
        "q2_example q2_margin",
    ),
    "divided by the squared length": (
        "q2",
        "np.sqrt(c @ g)",
        "(c @ g)",
        "q2_example q2_margin",
    ),
    "the length of the counts": (
        "q2",
        "np.sqrt(c @ g)",
        "np.sqrt(c @ c)",
        "q2_example q2_margin",
    ),
    "the distance without its sign": (
        "q2",
        "(np.asarray(t) * g).min()",
        "np.abs(g).min()",
        "q2_margin",
    ),
    "the last of equal classes": (
        "q3",
        "return (A @ np.asarray(W).T).argmax(axis=1)",
        "return len(W) - 1 - (A @ np.asarray(W).T)[:, ::-1].argmax(axis=1)",
        "q3_answers",
    ),
    "the bias is forgotten": (
        "q3",
        "    A = np.column_stack([np.ones(len(X)), X])\n    return",
        "    A = np.column_stack([np.zeros(len(X)), X])\n    return",
        "q3_example q3_answers",
    ),
    "a tie is right": (
        "q3",
        "if g[r] >= g[own]:",
        "if g[r] > g[own]:",
        "q3_example q3_compete q3_two_classes",
    ),
    "the rival is not weakened": (
        "q3",
        "                W[r] -= a\n",
        "",
        "q3_example q3_compete q3_two_classes",
    ),
    "all rivals are weakened": (
        "q3",
        "                W[own] += a\n                W[r] -= a\n",
        "                W -= a\n                W[own] += 2 * a\n",
        "q3_example q3_compete",
    ),
    "the last of equal rivals": (
        "q3",
        "r = rivals.argmax()",
        "r = M - 1 - rivals[::-1].argmax()",
        "q3_example q3_compete",
    ),
    "max_epochs is not honoured": (
        "q3",
        "range(max_epochs)",
        "range(100)",
        "q3_compete q3_two_classes",
    ),
    "the signs exchanged": ("q4", "= a, -a", "= -a, a", "q4_example q4_kesler"),
    "one vector with all rivals": (
        "q4",
        "return np.array(rows)",
        "return np.array([sum(rows)] * len(rows))",
        "q4_example q4_kesler",
    ),
    "a block too few": ("q4", "np.append(1, x)", "np.append(0, x)", "q4_example q4_kesler"),
    "three classes, always": (
        "q4",
        "for r in range(M):",
        "for r in range(3):",
        "q4_kesler",
    ),
}

OTHER_STYLE = {
    "q1": """
def bell(X, Y):
    table = np.empty((len(X), len(Y)))
    for i, x in enumerate(X):
        for j, y in enumerate(Y):
            table[i, j] = 0.5 ** sum((p - q) ** 2 for p, q in zip(x, y))
    return table


def refutes(c, K):
    total = 0
    for i in range(len(c)):
        for j in range(len(c)):
            total += c[i] * c[j] * K[i][j]
    return total < 0


def proof(K):
    return (2, -2) if K[0][1] > 0 else (2, 2)
""",
    "q2": """
def learn(K, t, max_epochs=100):
    n, epoch, clean = len(t), 0, False
    lam = [0] * n
    while epoch < max_epochs and not clean:
        clean, epoch = True, epoch + 1
        for i in range(n):
            g = sum(lam[j] * t[j] * K[i][j] for j in range(n))
            if not t[i] * g > 0:
                lam[i], clean = lam[i] + 1, False
    return lam


def margin(lam, K, t):
    n = range(len(t))
    g = [sum(lam[j] * t[j] * K[i][j] for j in n) for i in n]
    squared = sum(lam[i] * t[i] * g[i] for i in n)
    return min(t[i] * g[i] for i in n) / squared**0.5
""",
    "q3": """
def answers(W, X):
    classes = []
    for x in X:
        values = [float(w[0] + w[1:] @ x) for w in W]
        classes.append(values.index(max(values)))
    return classes


def compete(X, y, M, max_epochs=100):
    W = [np.zeros(len(X[0]) + 1) for _ in range(M)]
    for _ in range(max_epochs):
        before = [w.copy() for w in W]
        clean = True
        for x, own in zip(X, y):
            a = np.append(1, x)
            others = [m for m in range(M) if m != own]
            best = max(W[m] @ a for m in others)
            if best >= W[own] @ a:
                rival = next(m for m in others if W[m] @ a == best)
                W[own] = W[own] + a
                W[rival] = W[rival] - a
                clean = False
        if clean:
            break
    return np.array(W)
""",
    "q4": """
def kesler(x, y, M):
    a = [1, *x]
    zero = [0] * len(a)
    table = []
    for r in range(M):
        if r == y:
            continue
        row = []
        for m in range(M):
            row += a if m == y else [-v for v in a] if m == r else zero
        table.append(row)
    return table
""",
}

"""Misconceptions about the criterion and batch mode, and the checks that each must lose."""

ASSIGNMENT = "a3_criterion_and_batch"

# name: (answer, the right text, the wrong text, the checks that fail)
MISCONCEPTIONS = {
    "the bias is forgotten": (
        "q1",
        "w[0] + X @ w[1:]",
        "X @ w[1:]",
        "q1_example q1_correct q1_sum q2_uphill q2_differences q4_heights",
    ),
    "the class is forgotten": (
        "q1",
        "np.asarray(t) * (",
        "1.0 * (",
        "q1_example q1_correct q1_sum q2_uphill q2_differences q4_heights",
    ),
    "correct patterns have a share": (
        "q1",
        "np.maximum(0, -products(w, X, t)).sum()",
        "-products(w, X, t).sum()",
        "q1_example q1_correct q1_sum q4_heights",
    ),
    "every pattern is wrong by its size": (
        "q1",
        "np.maximum(0, -products(w, X, t)).sum()",
        "abs(products(w, X, t)).sum()",
        "q1_example q1_correct q1_sum q4_heights",
    ),
    "the criterion is negative": (
        "q1",
        "np.maximum(0, -products(w, X, t))",
        "np.minimum(0, products(w, X, t))",
        "q1_example q1_sum q4_heights",
    ),
    "mistakes are counted": (
        "q1",
        "np.maximum(0, -products(w, X, t)).sum()",
        "(products(w, X, t) < 0).sum()",
        "q1_example q1_sum q4_heights",
    ),
    "a mean for the sum": (
        "q1",
        "np.maximum(0, -products(w, X, t)).sum()",
        "np.maximum(0, -products(w, X, t)).mean()",
        "q1_example q1_sum q4_heights",
    ),
    "the gradient points downhill": ("q2", "return -Z[", "return Z[", "q2_uphill q2_differences"),
    "the gradient is over all patterns": (
        "q2",
        "-Z[products(w, X, t) <= 0].sum(axis=0)",
        "-Z.sum(axis=0)",
        "q2_uphill q2_differences",
    ),
    "the gradient is over correct patterns": ("q2", "<= 0]", "> 0]", "q2_uphill q2_differences"),
    "the gradient is a mean": (
        "q2",
        "-Z[products(w, X, t) <= 0].sum(axis=0)",
        "-Z[products(w, X, t) <= 0].sum(axis=0) / len(X)",
        "q2_uphill q2_differences",
    ),
    "no class in the gradient": ("q2", "Z = t[:, None] * ", "Z = ", "q2_uphill q2_differences"),
    "the bias has no slope": (
        "q2",
        "np.ones((len(X), 1))",
        "np.zeros((len(X), 1))",
        "q2_uphill q2_differences",
    ),
    "a share without its sign": ("q2", "share = -target", "share = target", "q2_worked q2_symbols"),
    "a share without its class": ("q2", "share = -target * (", "share = -(", "q2_symbols"),
    "derived by the features": (
        "q2",
        "in (w0, w1, w2)]",
        "in (target, x1, x2)]",
        "q2_worked q2_symbols",
    ),
    "the bias comes last": ("q2", "in (w0, w1, w2)]", "in (w1, w2, w0)]", "q2_worked q2_symbols"),
    "mistakes are taken away": (
        "q3",
        "w = w + eta",
        "w = w - eta",
        "q3_first_step q3_start_and_rate q3_path q3_stops",
    ),
    "a product of zero is right": (
        "q3",
        "Z @ w <= 0",
        "Z @ w < 0",
        "q3_first_step q3_stops",
    ),
    "online for batch": (
        "q3",
        "        w = w + eta * Z[mistaken].sum(axis=0)\n",
        "        for z in Z:\n            if w @ z <= 0:\n                w = w + eta * z\n",
        "q3_first_step q3_path",
    ),
    "the first mistake only": (
        "q3",
        "Z[mistaken].sum(axis=0)",
        "Z[mistaken][0]",
        "q3_first_step q3_path q3_stops",
    ),
    "a mean for the sum of mistakes": (
        "q3",
        "Z[mistaken].sum(axis=0)",
        "Z[mistaken].mean(axis=0)",
        "q3_first_step q3_path",
    ),
    "all patterns are added": (
        "q3",
        "Z[mistaken].sum(axis=0)",
        "Z.sum(axis=0)",
        "q3_start_and_rate q3_path q3_stops",
    ),
    "the rate is forgotten": ("q3", "w + eta * Z", "w + Z", "q3_start_and_rate q3_path"),
    "the start is forgotten": (
        "q3",
        "np.zeros(X.shape[1] + 1) if w is None else np.array(w, dtype=float)",
        "np.zeros(X.shape[1] + 1)",
        "q3_start_and_rate q3_path",
    ),
    "the caller's weights are changed": (
        "q3",
        """np.array(w, dtype=float)
    path = [w]
    for step in range(max_steps):
        mistaken = Z @ w <= 0
        if not mistaken.any():
            break
        w = w + eta * Z[mistaken].sum(axis=0)
        path.append(w)
""",
        """w
    path = [w.copy()]
    for step in range(max_steps):
        mistaken = Z @ w <= 0
        if not mistaken.any():
            break
        w += eta * Z[mistaken].sum(axis=0)
        path.append(w.copy())
""",
        "q3_start_and_rate q3_path",
    ),
    "one array for the whole path": (
        "q3",
        "w = w + eta * Z[mistaken].sum(axis=0)",
        "w += eta * Z[mistaken].sum(axis=0)",
        "q3_first_step q3_start_and_rate q3_path",
    ),
    "the criterion is zero, so it ends": (
        "q3",
        "if not mistaken.any():",
        "if step and not (Z @ w < 0).any():",
        "q3_stops",
    ),
    "no stop at the last mistake": (
        "q3",
        "if not mistaken.any():",
        "if False:",
        "q3_path q3_stops",
    ),
    "one step too few": (
        "q3",
        "range(max_steps)",
        "range(max_steps - 1)",
        "q3_start_and_rate q3_stops",
    ),
    "the sign is mended, not run": (
        "q4",
        "path[-1] - eta",
        "path[-1] + eta",
        "q4_first_step q4_path q4_heights",
    ),
    "the printed rule without its rate": ("q4", "- eta * Z", "- Z", "q4_path"),
    "the printed rule, online": (
        "q4",
        "        path.append(path[-1] - eta * Z[mistaken].sum(axis=0))\n",
        "        w = path[-1]\n        for z in Z:\n            w = w - eta * z * (w @ z <= 0)\n        path.append(w)\n",
        "q4_first_step q4_path q4_heights",
    ),
    "one row too many": ("q4", "range(steps)", "range(steps + 1)", "q4_first_step q4_heights"),
    "mistakes for heights": (
        "q4",
        "[criterion(w, *four) for",
        "[(products(w, *four) <= 0).sum() for",
        "q4_first_step q4_heights",
    ),
    "all are still wrong": (
        "q4",
        "still_wrong = (products(",
        "still_wrong = 4 + 0 * (products(",
        "q4_heights",
    ),
}

# Right answers in another style: plain loops and lists.
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

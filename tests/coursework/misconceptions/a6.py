"""Misconceptions about Adaline, and the checks that each must lose."""

ASSIGNMENT = "a6_adaline"

# name: (answer, the right text, the wrong text, the checks that fail)
MISCONCEPTIONS = {
    "the half is forgotten": ("q1", "e @ e / 2", "e @ e", "q1_cost q1_any_cost"),
    "the mean of the squares": ("q1", "e @ e / 2", "e @ e / len(e)", "q1_cost q1_any_cost"),
    "the targets of the cost are signs": (
        "q1",
        "np.asarray(t) - w[0]",
        "np.sign(t) - w[0]",
        "q1_cost q1_any_cost",
    ),
    "uphill": ("q1", "-A.T @ e", "A.T @ e", "q1_downhill q1_slope q1_bias"),
    "the 2 is left over": ("q1", "-A.T @ e", "-2 * A.T @ e", "q1_downhill q1_slope q1_bias"),
    "the half is taken twice": ("q1", "-A.T @ e", "-A.T @ e / 2", "q1_downhill q1_slope q1_bias"),
    "the gradient of the mean": (
        "q1",
        "-A.T @ e",
        "-A.T @ e / len(e)",
        "q1_downhill q1_slope q1_bias",
    ),
    "the error of the sign": ("q1", "- A @ w", "- np.sign(A @ w)", "q1_downhill q1_slope"),
    "the bias does not learn": (
        "q1",
        "return -A.T @ e",
        "return -A.T @ e * (np.arange(len(w)) > 0)",
        "q1_bias",
    ),
    "a step uphill": (
        "q3",
        "w += eta",
        "w -= eta",
        "q3_example q3_start q3_arrives",
    ),
    "a step of the mean": (
        "q3",
        "w += eta *",
        "w += eta / len(A) *",
        "q3_example q3_start q3_runs_away",
    ),
    "a step of twice the sum": (
        "q3",
        "w += eta *",
        "w += 2 * eta *",
        "q3_example q3_start q3_arrives",
    ),
    "incremental for batch": (
        "q3",
        "        w += eta * A.T @ (np.asarray(t) - A @ w)\n",
        "        for a, target in zip(A, t):\n            w += eta * (target - a @ w) * a\n",
        "q3_example q3_start q3_arrives q3_runs_away",
    ),
    "the start is forgotten": (
        "q3",
        "np.zeros(A.shape[1]) if w is None else np.array(w, dtype=float)",
        "np.zeros(A.shape[1])",
        "q3_start",
    ),
    "the caller's weights are changed": ("q3", "np.array(w, dtype=float)", "w", "q3_start"),
    "a stop where the steps grow": (
        "q3",
        "        w += eta",
        "        if np.abs(w).max() > 1000:\n            break\n        w += eta",
        "q3_runs_away",
    ),
    "one over the eigenvalue": ("q3", "return 2 /", "return 1 /", "q3_example q3_border"),
    "the smallest eigenvalue": ("q3", ".max()", ".min()", "q3_example q3_border"),
    "the trace for the eigenvalue": (
        "q3",
        "np.linalg.eigvalsh(A.T @ A).max()",
        "np.trace(A.T @ A)",
        "q3_example q3_border",
    ),
    "the border without the bias": (
        "q3",
        "np.linalg.eigvalsh(A.T @ A)",
        "np.linalg.eigvalsh(A[:, 1:].T @ A[:, 1:])",
        "q3_border",
    ),
    "the mean is left": (
        "q4",
        "(train - mean) / deviation, (new - mean)",
        "train / deviation, new",
        "q4_example q4_new q4_constant",
    ),
    "the deviation with n - 1": (
        "q4",
        "train.std(axis=0)",
        "train.std(axis=0, ddof=1)",
        "q4_example q4_new",
    ),
    "one mean for all columns": (
        "q4",
        "train.mean(axis=0), train.std(axis=0)",
        "train.mean(), train.std()",
        "q4_example q4_new q4_constant",
    ),
    "new patterns by their own numbers": (
        "q4",
        "(new - mean) / deviation",
        "(new - new.mean(axis=0)) / deviation",
        "q4_example q4_new q4_constant",
    ),
    "all patterns together": (
        "q4",
        "train.mean(axis=0), train.std(axis=0)",
        "np.vstack([train, new]).mean(axis=0), np.vstack([train, new]).std(axis=0)",
        "q4_example q4_new q4_constant",
    ),
    "division by zero": (
        "q4",
        "np.where(deviation == 0, 1, deviation)",
        "deviation",
        "q4_constant",
    ),
    "a small number for zero": (
        "q4",
        "np.where(deviation == 0, 1, deviation)",
        "deviation + 1e-8",
        "q4_constant",
    ),
    "learning at mistakes only": (
        "q5",
        "            w += eta",
        "            if t[i] * (A[i] @ w) <= 0:\n                w += eta",
        "q5_one_pattern q5_at_once q5_order",
    ),
    "an update at the end of the epoch": (
        "q5",
        "        for i in rng.permutation(len(A)):\n            w += eta * (t[i] - A[i] @ w) * A[i]\n",
        "        rng.permutation(len(A))\n        w += eta * A.T @ (t - A @ w)\n",
        "q5_at_once q5_order",
    ),
    "one order for all epochs": (
        "q5",
        "    for _ in range(epochs):\n        for i in rng.permutation(len(A)):",
        "    order = rng.permutation(len(A))\n    for _ in range(epochs):\n        for i in order:",
        "q5_order",
    ),
    "drawn with repetition": (
        "q5",
        "rng.permutation(len(A))",
        "rng.integers(0, len(A), len(A))",
        "q5_order",
    ),
    "incremental, uphill": (
        "q5",
        "w += eta",
        "w -= eta",
        "q5_one_pattern q5_at_once q5_order",
    ),
}

# Right answers in another style: plain loops and lists.
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

"""Misconceptions about the convergence theorem, and the checks that each must lose."""

ASSIGNMENT = "a4_convergence"

# name: (answer, the right text, the wrong text, the checks that fail)
MISCONCEPTIONS = {
    "C2 is not reflected": (
        "q1",
        "np.asarray(t)[:, None] * np.hstack",
        "np.hstack",
        "q1_example q1_other_data q1_margin q5_first_row q5_last_row",
    ),
    "the constant is forgotten": (
        "q1",
        "np.ones((len(X), 1))",
        "np.zeros((len(X), 1))",
        "q1_example q1_other_data q1_margin q2_example q5_first_row q5_last_row",
    ),
    "the largest product": (
        "q1",
        "(Z @ w_star).min()",
        "(Z @ w_star).max()",
        "q1_example q1_other_data q1_margin q2_example q5_first_row q5_last_row",
    ),
    "only patterns of C1": (
        "q1",
        "(Z @ w_star).min()",
        "(Z @ w_star)[np.array(t) > 0].min()",
        "q1_example q1_other_data q1_margin q2_example q5_first_row q5_last_row",
    ),
    "the radius is not squared": (
        "q1",
        "(Z * Z).sum(axis=1).max()",
        "np.sqrt((Z * Z).sum(axis=1).max())",
        "q1_example q1_other_data q2_example q5_first_row q5_last_row",
    ),
    "the shortest pattern": (
        "q1",
        "(Z * Z).sum(axis=1).max()",
        "(Z * Z).sum(axis=1).min()",
        "q1_example q1_other_data q2_example q5_first_row q5_last_row",
    ),
    "the radius without the constant": (
        "q1",
        "(Z * Z).sum(axis=1).max()",
        "(X * X).sum(axis=1).max()",
        "q1_example q1_other_data q2_example q5_first_row q5_last_row",
    ),
    "a sum for the radius": (
        "q1",
        "(Z * Z).sum(axis=1).max()",
        "(Z * Z).sum()",
        "q1_example q1_other_data q2_example q2_squares q5_first_row q5_last_row",
    ),
    "the margin is not divided": (
        "q1",
        "a / np.sqrt(w_star @ w_star)",
        "a",
        "q1_example q1_margin",
    ),
    "the margin is divided by the square": (
        "q1",
        "a / np.sqrt(w_star @ w_star)",
        "a / (w_star @ w_star)",
        "q1_example q1_margin",
    ),
    "the margin without the bias": (
        "q1",
        "np.sqrt(w_star @ w_star)",
        "np.sqrt(w_star[1:] @ w_star[1:])",
        "q1_example q1_margin",
    ),
    "the product is not squared": (
        "q2",
        "return R2 * np.dot(w_star, w_star) / a**2",
        "return R2 * np.dot(w_star, w_star) / a",
        "q2_example q2_squares q2_any_data",
    ),
    "the margin and the length of w*, both": (
        "q2",
        "return R2 * np.dot(w_star, w_star) / a**2",
        "return R2 * np.dot(w_star, w_star) / gamma**2",
        "q2_example q2_squares q2_any_data",
    ),
    "the length of w* is forgotten": (
        "q2",
        "return R2 * np.dot(w_star, w_star) / a**2",
        "return R2 / a**2",
        "q2_example q2_squares q2_any_data",
    ),
    "w* without its bias": (
        "q2",
        "return R2 * np.dot(w_star, w_star) / a**2",
        "return R2 * np.dot(w_star[1:], w_star[1:]) / a**2",
        "q2_example q2_any_data",
    ),
    "the bound is rounded": (
        "q2",
        "return R2 * np.dot(w_star, w_star) / a**2",
        "return R2 * np.dot(w_star, w_star) // a**2",
        "q2_example q2_any_data",
    ),
    "a sum for the largest": (
        "q2",
        "return R2 * np.dot(w_star, w_star) / a**2",
        "return sum(1 + np.dot(x, x) for x in X) * np.dot(w_star, w_star) / a**2",
        "q2_example q2_squares q2_any_data",
    ),
    "the sum without the constants": (
        "q2",
        "sum(1 + np.dot(x, x)",
        "sum(np.dot(x, x)",
        "q2_example q2_sum",
    ),
    "a mean for the sum": (
        "q2",
        "return total * ",
        "return total / len(X) * ",
        "q2_example q2_sum",
    ),
    "presentations are counted": (
        "q2",
        "three = V.three",
        "three = (V.three[0], V.three[1], V.three[2] + 5)",
        "q2_three",
    ),
    "the truth is the bound": (
        "q2",
        "three = V.three",
        "three = (V.three[0], V.three[1], V.three[0])",
        "q2_three",
    ),
    "the bounds are mixed up": (
        "q2",
        "three = V.three",
        "three = (V.three[1], V.three[0], V.three[2])",
        "q2_three",
    ),
    "the product is lost in the square": (
        "q3",
        "(w + eta * z).dot(w + eta * z) - w.dot(w)",
        "eta**2 * z.dot(z)",
        "q3_worked q3_change q3_parts",
    ),
    "the product is there once": (
        "q3",
        "(w + eta * z).dot(w + eta * z) - w.dot(w)",
        "eta * w.dot(z) + eta**2 * z.dot(z)",
        "q3_worked q3_change q3_parts",
    ),
    "before minus after": (
        "q3",
        "(w + eta * z).dot(w + eta * z) - w.dot(w)",
        "w.dot(w) - (w + eta * z).dot(w + eta * z)",
        "q3_worked q3_change q3_parts",
    ),
    "the rate is one": (
        "q3",
        "(w + eta * z).dot(w + eta * z) - w.dot(w)",
        "(w + z).dot(w + z) - w.dot(w)",
        "q3_worked q3_change q3_parts",
    ),
    "half of it is dropped": ("q3", "dropped = 2 * eta", "dropped = eta", "q3_worked q3_parts"),
    "the two parts are mixed up": (
        "q3",
        "dropped = 2 * eta * w.dot(z)",
        "dropped = eta**2 * z.dot(z)",
        "q3_worked q3_parts",
    ),
    "the growth has the rate once": (
        "q3",
        "growth = sp.expand(change - dropped)",
        "growth = eta * z.dot(z)",
        "q3_parts",
    ),
    "the growth is the change": (
        "q3",
        "growth = sp.expand(change - dropped)",
        "growth = change",
        "q3_worked q3_parts",
    ),
    "the length one refutes nothing": (
        "q4",
        "u, v = np.array([0.5, 0]), np.array([0.5, 0])",
        "u, v = (1, 0), (1, 0)",
        "q4_slide",
    ),
    "a right angle refutes nothing": (
        "q4",
        "u, v = np.array([0.5, 0]), np.array([0.5, 0])",
        "u, v = (0.5, 0), (0, 0.5)",
        "q4_slide",
    ),
    "the square is missing": ("q4", "np.dot(u, v) ** 2", "abs(np.dot(u, v))", "q4_sides"),
    "roots on one side": (
        "q4",
        "np.dot(u, u) * np.dot(v, v)",
        "np.sqrt(np.dot(u, u) * np.dot(v, v))",
        "q4_slide q4_sides",
    ),
    "a sum of squares": (
        "q4",
        "np.dot(u, u) * np.dot(v, v)",
        "np.dot(u, u) + np.dot(v, v)",
        "q4_slide q4_sides",
    ),
    "a right angle is no equality": (
        "q4",
        "same = np.array(V.same)",
        "same = np.array([-V.ray[1], V.ray[0], 0])",
        "q4_same",
    ),
    "the same length is no equality": (
        "q4",
        "same = np.array(V.same)",
        "same = np.array([V.ray[1], V.ray[0], V.ray[2]])",
        "q4_same",
    ),
    "a product of zero is right": (
        "q5",
        "w @ z <= 0",
        "w @ z < 0",
        "q5_first_row q5_last_row q5_rows q5_rate",
    ),
    "updates are counted from zero": (
        "q5",
        "k = len(rows) + 1",
        "k = len(rows)",
        "q5_first_row q5_last_row q5_rows",
    ),
    "the weights before the update": (
        "q5",
        "                w = w + eta * z\n                k = len(rows) + 1\n                rows.append([eta * k * a, w @ np.array(w_star), w @ w, eta**2 * k * R2])\n",
        "                k = len(rows) + 1\n                rows.append([eta * k * a, w @ np.array(w_star), w @ w, eta**2 * k * R2])\n                w = w + eta * z\n",
        "q5_first_row q5_last_row q5_rows",
    ),
    "growth with the rate once": ("q5", "eta**2 * k * R2", "eta * k * R2", "q5_last_row q5_rate"),
    "progress without the rate": ("q5", "[eta * k * a", "[k * a", "q5_last_row q5_rate"),
    "growth like the square of k": (
        "q5",
        "eta**2 * k * R2",
        "eta**2 * k**2 * R2",
        "q5_last_row q5_rows",
    ),
    "the length is not squared": (
        "q5",
        "w @ w,",
        "np.sqrt(w @ w),",
        "q5_first_row q5_last_row q5_rows q5_rate",
    ),
    "the bias never learns": (
        "q5",
        "target * np.append(1, x)",
        "target * np.append(0, x)",
        "q5_first_row q5_rows",
    ),
    "one round only": (
        "q5",
        "        if len(rows) == before:\n            break\n",
        "        break\n",
        "q5_rows",
    ),
}

# Right answers in another style: plain loops and lists.
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

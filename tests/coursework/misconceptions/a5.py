"""Misconceptions about the learning rate, and the checks that each must lose."""

ASSIGNMENT = "a5_learning_rate"

# name: (answer, the right text, the wrong text, the checks that fail)
MISCONCEPTIONS = {
    "the goal is not stretched": (
        "q1",
        "change = -2 * eta * alpha * p",
        "change = -2 * eta * p",
        "q1_worked q1_symbols",
    ),
    "the product is there once": (
        "q1",
        "change = -2 * eta * alpha * p",
        "change = -eta * alpha * p",
        "q1_worked q1_symbols",
    ),
    "the rate is not squared": ("q1", "eta**2 * r", "eta * r", "q1_worked q1_symbols"),
    "the goal repels": (
        "q1",
        "change = -2 * eta",
        "change = 2 * eta",
        "q1_worked q1_symbols",
    ),
    "the interval ends at the best rate": (
        "q1",
        "upper = sp.solve(change / eta, eta)[0]",
        "upper = sp.solve(sp.diff(change, eta), eta)[0]",
        "q1_worked q1_symbols",
    ),
    "the best rate is the longest": (
        "q1",
        "best = sp.solve(sp.diff(change, eta), eta)[0]",
        "best = upper",
        "q1_worked q1_symbols",
    ),
    "the best rate is half the best": (
        "q1",
        "best = sp.solve(sp.diff(change, eta), eta)[0]",
        "best = upper / 4",
        "q1_worked q1_symbols",
    ),
    "the longest interval decides": ("q1", ".min()", ".max()", "q1_three_rows q1_every_pattern"),
    "half the interval": ("q1", "(2 * alpha * (Z", "(alpha * (Z", "q1_three_rows q1_every_pattern"),
    "the least product over the largest length": (
        "q1",
        "(2 * alpha * (Z @ w_star) / (Z * Z).sum(axis=1)).min()",
        "2 * alpha * (Z @ w_star).min() / (Z * Z).sum(axis=1).max()",
        "q1_three_rows q1_every_pattern",
    ),
    "the length is not squared": (
        "q1",
        "(Z * Z).sum(axis=1)",
        "np.sqrt((Z * Z).sum(axis=1))",
        "q1_three_rows q1_every_pattern",
    ),
    "alpha is forgotten": ("q1", "(2 * alpha * (Z", "(2 * (Z", "q1_every_pattern"),
    "the weights after the update": (
        "q2",
        "                pairs.append((2 * w @ z / (z @ z), 2 * w_star @ z / (z @ z)))\n                w = w + z\n",
        "                w = w + z\n                pairs.append((2 * w @ z / (z @ z), 2 * w_star @ z / (z @ z)))\n",
        "q2_first_pair q2_printed",
    ),
    "a pair for every presentation": (
        "q2",
        "            if w @ z <= 0:\n                pairs.append((2 * w @ z / (z @ z), 2 * w_star @ z / (z @ z)))\n                w = w + z\n",
        "            pairs.append((2 * w @ z / (z @ z), 2 * w_star @ z / (z @ z)))\n            if w @ z <= 0:\n                w = w + z\n",
        "q2_printed",
    ),
    "the printed end is taken without its sign": (
        "q2",
        "(2 * w @ z / (z @ z),",
        "(abs(2 * w @ z) / (z @ z),",
        "q2_printed",
    ),
    "the nearest point to the goal": (
        "q2",
        "2 * w_star @ z / (z @ z))",
        "2 * (w_star - w) @ z / (z @ z))",
        "q2_repaired",
    ),
    "the length of w*": (
        "q2",
        "2 * w_star @ z / (z @ z))",
        "2 * w_star @ z / (w_star @ w_star))",
        "q2_first_pair q2_repaired",
    ),
    "the best rate for the end": (
        "q2",
        "2 * w_star @ z / (z @ z))",
        "w_star @ z / (z @ z))",
        "q2_first_pair q2_repaired",
    ),
    "a product of zero is right": (
        "q2",
        "if w @ z <= 0:",
        "if w @ z < 0:",
        "q2_first_pair q2_printed q2_repaired",
    ),
    "the two ends are mixed up": (
        "q2",
        "(2 * w @ z / (z @ z), 2 * w_star @ z / (z @ z))",
        "(2 * w_star @ z / (z @ z), 2 * w @ z / (z @ z))",
        "q2_first_pair q2_printed q2_repaired",
    ),
    "1/k has a finite sum": (
        "q3",
        '["1/k"] = (True, True, True)',
        '["1/k"] = (True, False, True)',
        "q3_form q3_rates",
    ),
    "what falls goes to zero": (
        "q3",
        '["1 + 1/k"] = (False, True, False)',
        '["1 + 1/k"] = (True, True, False)',
        "q3_rates",
    ),
    "what goes to zero has a finite sum": (
        "q3",
        '["1/sqrt(k)"] = (True, True, False)',
        '["1/sqrt(k)"] = (True, False, False)',
        "q3_rates",
    ),
    "every sum of many rates is infinite": (
        "q3",
        '["1/k^2"] = (True, False, True)',
        '["1/k^2"] = (True, True, True)',
        "q3_rates",
    ),
    "slower than 1/k, so its squares are infinite": (
        "q3",
        '["k^(-3/4)"] = (True, True, True)',
        '["k^(-3/4)"] = (True, True, False)',
        "q3_sum_of_squares",
    ),
    "the rate is not squared in the sum": (
        "q3",
        '["1/sqrt(k)"] = (True, True, False)',
        '["1/sqrt(k)"] = (True, True, True)',
        "q3_sum_of_squares",
    ),
    "no answer for one schedule": (
        "q3",
        'holds["1/2^k"] = (True, False, True)',
        "pass",
        "q3_form q3_rates q3_sum_of_squares",
    ),
    "the gradient forgets b": (
        "q4",
        " @ np.asarray(w, dtype=float) - np.asarray(b, dtype=float)",
        " @ np.asarray(w, dtype=float)",
        "q4_gradient q4_best_on_the_line q4_descends",
    ),
    "the gradient is twice": (
        "q4",
        "return np.asarray(H, dtype=float)",
        "return 2 * np.asarray(H, dtype=float)",
        "q4_gradient q4_one_weight q4_best_on_the_line q4_descends",
    ),
    "the rate is half": (
        "q4",
        "return g @ g / (g @ H @ g)",
        "return g @ g / (2 * g @ H @ g)",
        "q4_one_weight q4_best_on_the_line q4_descends",
    ),
    "the rate is upside down": (
        "q4",
        "return g @ g / (g @ H @ g)",
        "return g @ H @ g / (g @ g)",
        "q4_one_weight q4_best_on_the_line q4_descends",
    ),
    "the rate of the largest curvature": (
        "q4",
        "return g @ g / (g @ H @ g)",
        "return 1 / np.linalg.eigvalsh(H).max()",
        "q4_best_on_the_line q4_descends",
    ),
    "the trace for the curvature": (
        "q4",
        "return g @ g / (g @ H @ g)",
        "return 1 / np.trace(H)",
        "q4_best_on_the_line q4_descends",
    ),
    "a step up": ("q4", "w = w - taylor_rate", "w = w + taylor_rate", "q4_one_weight q4_descends"),
    "one rate for all steps": (
        "q4",
        "        w = w - taylor_rate(g, H) * g\n",
        "        rate = taylor_rate(g, H) if step == 0 else rate\n        w = w - rate * g\n",
        "q4_descends",
    ),
    "a division by zero at the end": (
        "q4",
        "        if not g.any():\n            break\n",
        "",
        "q4_descends",
    ),
    "the caller's weights are changed": (
        "q4",
        "    w = np.array(w, dtype=float)\n    for step in range(steps):\n        g = gradient(w, H, b)\n        if not g.any():\n            break\n        w = w - taylor_rate(g, H) * g\n",
        "    for step in range(steps):\n        g = gradient(w, H, b)\n        if not g.any():\n            break\n        w -= taylor_rate(g, H) * g\n",
        "q4_descends",
    ),
}

# Right answers in another style: plain loops, lists and fractions.
OTHER_STYLE = {
    "q1": """
def longest(Z, w_star, alpha=1.0):
    ends = []
    for z in Z:
        product = sum(a * b for a, b in zip(w_star, z))
        ends.append(2 * alpha * product / sum(c * c for c in z))
    return sorted(ends)[0]


eta, alpha, p, r = sp.symbols("eta alpha p r")
change = eta * (eta * r - 2 * alpha * p)
upper = alpha * p / (r / 2)
best = upper / 2
""",
    "q2": """
from fractions import Fraction


def ends_along(Z, w_star, max_epochs=100):
    pairs, w, clean = [], [0 for _ in w_star], False
    while not clean and max_epochs > 0:
        clean, max_epochs = True, max_epochs - 1
        for z in Z:
            product = sum(int(a) * int(b) for a, b in zip(w, z))
            length = sum(int(c) ** 2 for c in z)
            if not product > 0:
                clean = False
                repaired = sum(Fraction(a) * int(b) for a, b in zip(w_star, z)) / length
                pairs.append([Fraction(2 * product, length), 2 * repaired])
                w = [a + int(b) for a, b in zip(w, z)]
    return pairs
""",
    "q3": """
holds = dict.fromkeys(["1", "1/k", "1/sqrt(k)", "1/k^2", "k^(-3/4)", "5/(k + 20)", "1/2^k", "1 + 1/k"])
for name in holds:
    holds[name] = [1, 1, 1]
holds["1"] = holds["1 + 1/k"] = np.array([0, 1, 0])
holds["1/k^2"] = holds["1/2^k"] = np.array([True, False, True])
holds["1/sqrt(k)"][2] = 0
""",
    "q4": """
def gradient(w, H, b):
    return [sum(h * c for h, c in zip(row, w)) - free for row, free in zip(H, b)]


def taylor_rate(g, H):
    above = below = 0
    for i in range(len(g)):
        above += g[i] ** 2
        for j in range(len(g)):
            below += g[i] * H[i][j] * g[j]
    return above / below


def descend(w, H, b, steps):
    if steps == 0:
        return list(w)
    g = gradient(w, H, b)
    if all(c == 0 for c in g):
        return w
    rate = taylor_rate(g, H)
    return descend([c - rate * s for c, s in zip(w, g)], H, b, steps - 1)
""",
}

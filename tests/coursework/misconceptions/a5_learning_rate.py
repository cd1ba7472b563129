"""Right answers in another style: plain loops, lists and fractions."""

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

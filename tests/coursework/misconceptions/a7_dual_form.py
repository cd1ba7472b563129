"""Right answers in another style: plain loops and lists."""

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

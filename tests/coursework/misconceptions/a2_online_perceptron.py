"""Right answers in another style: plain loops and lists."""

OTHER_STYLE = {
    "q1": """
path = [(0, 0, 0)] + V.tail
rounds = float(V.rounds)
""",
    "q2": """
def online(X, t, eta=1.0, w=None, max_epochs=100):
    d = len(X[0])
    weights = [0] * (d + 1) if w is None else list(w)
    count = 0
    epoch = 0
    while epoch < max_epochs:
        epoch += 1
        clean = True
        for i in range(len(X)):
            row = [1] + list(X[i])
            product = 0
            for j in range(d + 1):
                product += weights[j] * row[j]
            if t[i] * product > 0:
                continue
            for j in range(d + 1):
                weights[j] += eta * t[i] * row[j]
            clean = False
            count += 1
        if clean:
            return weights, count, epoch
    return weights, count, epoch
""",
    "q3": """
def by_answer(X, t, eta=1.0, max_epochs=100):
    w = np.zeros(len(X[0]) + 1, dtype=np.float32)
    n = 0
    for _ in range(max_epochs):
        before = n
        for x, target in zip(X, t):
            x = np.array([1, *x], dtype=np.float32)
            answer = 1 if sum(w * x) > 0 else -1
            if answer != target:
                w = w + eta * (target - answer) * x
                n = n + 1
        if n == before:
            break
    return list(w), n


same_eta = 1 / 2
""",
    "q4": """
def separates(w, X, t):
    for x, target in zip(X, t):
        g = w[0] + sum(a * b for a, b in zip(w[1:], x))
        if g * target <= 0:
            return False
    return True
""",
}

"""Right answers in another style."""

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

"""Misconceptions about the online perceptron, and the checks that each must lose."""

ASSIGNMENT = "a2_online_perceptron"

# name: (answer, the right text, the wrong text, the checks that fail)
MISCONCEPTIONS = {
    "no first update by hand": (
        "q1",
        "path += V.tail",
        "path += [(0, 0, 0)] + V.tail[1:]",
        "q1_first_rows q1_whole_path",
    ),
    "a product of zero is right, by hand": (
        "q1",
        "path += V.tail",
        "path += V.tail[:2]",
        "q1_whole_path",
    ),
    "the last round is not counted, by hand": (
        "q1",
        "rounds = V.rounds",
        "rounds = V.rounds - 1",
        "q1_rounds",
    ),
    "a product of zero is right": (
        "q2",
        "w @ z <= 0",
        "w @ z < 0",
        "q2_on_the_line",
    ),
    "batch for online": (
        "q2",
        "            if w @ z <= 0:\n                w += eta * z\n                mistakes += 1\n",
        "            if w @ z <= 0:\n                mistakes += 1\n                late = z if mistakes == 1 else late + z\n        if mistakes:\n            w += eta * late\n",
        "q2_example q2_at_once q2_runs",
    ),
    "presentations are counted": (
        "q2",
        "updates += mistakes",
        "updates += len(X)",
        "q2_example q2_on_the_line q2_runs",
    ),
    "the rate is forgotten": ("q2", "w += eta * z", "w += z", "q2_example q2_runs"),
    "the start is forgotten": (
        "q2",
        "np.zeros(X.shape[1] + 1) if w is None else np.array(w, dtype=float)",
        "np.zeros(X.shape[1] + 1)",
        "q2_example q2_runs",
    ),
    "the caller's weights are changed": (
        "q2",
        "np.array(w, dtype=float)",
        "w",
        "q2_input_kept",
    ),
    "no stop after a clean round": (
        "q2",
        "        if mistakes == 0:\n            break\n",
        "",
        "q2_example",
    ),
    "one round too many": (
        "q2",
        "max_epochs + 1):",
        "max_epochs + 2):",
        "q2_stops",
    ),
    "the target is forgotten": (
        "q2",
        "z = target * np.append(1, x)",
        "z = np.append(1, x)",
        "q2_example q2_runs q2_stops q2_input_kept",
    ),
    "the answer is the target": (
        "q3",
        "(target - y)",
        "target",
        "q3_one_pattern q3_same_eta q3_whole_run",
    ),
    "the answer at zero is +1": (
        "q3",
        "w @ x > 0",
        "w @ x >= 0",
        "q3_one_pattern q3_same_eta q3_whole_run",
    ),
    "by answer, the sign is turned": (
        "q3",
        "(target - y)",
        "(y - target)",
        "q3_one_pattern q3_same_eta q3_whole_run",
    ),
    "by answer, every presentation is counted": (
        "q3",
        "mistakes += y != target",
        "mistakes += 1",
        "q3_whole_run",
    ),
    "the factor is two": ("q3", "same_eta = 0.5", "same_eta = 2", "q3_same_eta"),
    "the factor is one": ("q3", "same_eta = 0.5", "same_eta = 1", "q3_same_eta"),
    "on the line is separated": ("q4", "* g > 0", "* g >= 0", "q4_separates"),
    "one right pattern is enough": ("q4", ".all()", ".any()", "q4_separates q4_other_weights"),
}

# Right answers in another style: plain loops and lists.
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

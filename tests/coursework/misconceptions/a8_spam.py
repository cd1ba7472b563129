"""Right answers in another style: lists, float32, the formula of chapter 12."""

OTHER_STYLE = {
    "q1": """
def vocabulary(messages):
    words = []
    for message in messages:
        for word in message.split():
            if word not in words:
                words.append(word)
    words.sort()
    return words


def count(messages, words):
    return [[message.split().count(word) for word in words] for message in messages]
""",
    "q2": """
def document_frequency(tf):
    df = [0] * len(tf[0])
    for row in tf:
        for j, times in enumerate(row):
            if times:
                df[j] += 1
    return df


def tf_over_df(tf, df):
    df = np.array(df, dtype=np.float32)
    X = np.array(tf, dtype=np.float32) / df
    X[:, df == 0] = 0
    return X
""",
    "q3": """
def patterns(train_mail, new_mail):
    words = vocabulary(train_mail)
    both = count(list(train_mail) + list(new_mail), words)
    n = len(train_mail)
    df = document_frequency(both[:n])
    X = tf_over_df(both, df)
    return X[:n], X[n:]
""",
    "q4": """
def train(X, t, max_epochs=1000):
    w = [0.0] * (len(X[0]) + 1)
    for _ in range(max_epochs):
        mistakes = 0
        for i in range(len(X)):
            a = [1.0, *map(float, X[i])]
            if t[i] * sum(p * q for p, q in zip(w, a)) <= 0:
                w = [p + t[i] * q for p, q in zip(w, a)]
                mistakes += 1
        if not mistakes:
            break
    return w


def classify(w, X):
    return [1 if w[0] + sum(p * q for p, q in zip(w[1:], x)) > 0 else -1 for x in X]


def spam_filter(train_mail, t, new_mail):
    X, X_new = patterns(train_mail, new_mail)
    w = train(X, t)
    return classify(w, X_new)
""",
    "q5": """
def separator(X, t):
    label = {}
    for x, target in zip(X, t):
        if label.setdefault(tuple(x), target) != target:
            return None
    A = np.array([[1.0, *x] for x in label])
    K = A @ A.T
    return A.T @ np.linalg.solve(K, np.array(list(label.values()), dtype=float))
""",
}

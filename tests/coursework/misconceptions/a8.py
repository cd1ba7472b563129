"""Misconceptions about the spam filter, and the checks that each must lose."""

ASSIGNMENT = "a8_spam"

# name: (answer, the right text, the wrong text, the checks that fail)
MISCONCEPTIONS = {
    "the words are not sorted": (
        "q1",
        "sorted({word for message in messages for word in message.split()})",
        "list(dict.fromkeys(word for message in messages for word in message.split()))",
        "q1_example q1_words",
    ),
    "the words are repeated": (
        "q1",
        "{word for message in messages for word in message.split()}",
        "[word for message in messages for word in message.split()]",
        "q1_example q1_words q3_example",
    ),
    "the gap is a word": (
        "q1",
        "for message in messages for word in message.split()}",
        'for message in messages for word in message.split(" ")}',
        "q1_words",
    ),
    "whether, not how often": (
        "q1",
        "table[i, column[word]] += 1",
        "table[i, column[word]] = 1",
        "q1_tf q1_new_words",
    ),
    "words within words": (
        "q1",
        "        for word in message.split():\n            if word in column:\n                table[i, column[word]] += 1\n",
        "        for word in words:\n            table[i, column[word]] = message.count(word)\n",
        "q1_example q1_tf q1_new_words",
    ),
    "a word without a column goes into the last one": (
        "q1",
        "            if word in column:\n                table[i, column[word]] += 1\n",
        "            table[i, column.get(word, -1)] += 1\n",
        "q1_tf q1_new_words",
    ),
    "the columns in alphabetical order": (
        "q1",
        "enumerate(words)",
        "enumerate(sorted(words))",
        "q1_new_words",
    ),
    "occurrences for messages": (
        "q2",
        "(np.asarray(tf) > 0).sum(axis=0)",
        "np.asarray(tf).sum(axis=0)",
        "q2_example q2_df_counts_messages",
    ),
    "the words of each message": (
        "q2",
        "sum(axis=0)",
        "sum(axis=1)",
        "q2_example q2_df_counts_messages q3_example q3_no_leak q3_values q4_training q4_test q4_other_mail q4_labels",
    ),
    "a share for the number of messages": (
        "q2",
        "(np.asarray(tf) > 0).sum(axis=0)",
        "(np.asarray(tf) > 0).mean(axis=0)",
        "q2_example q2_df_counts_messages",
    ),
    "a word with df 0 is divided by 0": (
        "q2",
        "np.where(df > 0, tf / np.maximum(df, 1), 0)",
        "tf / df",
        "q2_unknown_word",
    ),
    "a word with df 0 keeps its tf": (
        "q2",
        "np.where(df > 0, tf / np.maximum(df, 1), 0)",
        "tf / np.maximum(df, 1)",
        "q2_unknown_word",
    ),
    "1 is added to df": (
        "q2",
        "np.where(df > 0, tf / np.maximum(df, 1), 0)",
        "tf / (df + 1)",
        "q2_example q2_no_logarithm q2_unknown_word",
    ),
    "a logarithm": (
        "q2",
        "tf / np.maximum(df, 1)",
        "tf * (np.log(len(tf) / np.maximum(df, 1)) + 1)",
        "q2_example q2_no_logarithm q2_unknown_word q3_no_leak",
    ),
    "whether, over df": (
        "q2",
        "tf / np.maximum",
        "(tf > 0) / np.maximum",
        "q2_example q2_no_logarithm q2_unknown_word",
    ),
    "multiplied by df": (
        "q2",
        "tf / np.maximum(df, 1)",
        "tf * df",
        "q2_example q2_no_logarithm",
    ),
    "df of all messages": (
        "q3",
        "df = document_frequency(tf)",
        "df = document_frequency(count([*train_mail, *new_mail], words))",
        "q3_example q3_no_leak q3_values",
    ),
    "df of the new messages for the new messages": (
        "q3",
        "tf_over_df(count(new_mail, words), df)",
        "tf_over_df(count(new_mail, words), document_frequency(count(new_mail, words)))",
        "q3_no_leak q3_values",
    ),
    "the words of all messages": (
        "q3",
        "vocabulary(train_mail)",
        "vocabulary([*train_mail, *new_mail])",
        "q3_example q3_no_leak q3_values",
    ),
    "the words of the new messages": (
        "q3",
        "tf_over_df(count(new_mail, words), df)",
        "tf_over_df(count(new_mail, vocabulary(new_mail)), document_frequency(count(new_mail, vocabulary(new_mail))))",
        "q3_example q3_no_leak q3_values q4_test q4_other_mail",
    ),
    "new messages are not weighted": (
        "q3",
        "tf_over_df(count(new_mail, words), df)",
        "count(new_mail, words)",
        "q3_values q4_labels",
    ),
    "max_epochs is not honoured": ("q4", "range(max_epochs)", "range(1000)", "q4_line q4_rule"),
    "all sixty messages": (
        "q4",
        "    X, X_new = patterns(train_mail, new_mail)\n    return classify(train(X, t), X_new)\n",
        "    X, X_new = patterns(mail, new_mail)\n    return classify(train(X, targets), X_new)\n",
        "q4_other_mail q4_labels",
    ),
    "the messages of the notebook, whatever is given": (
        "q4",
        "    X, X_new = patterns(train_mail, new_mail)\n    return classify(train(X, t), X_new)\n",
        "    X, X_new = patterns(mail[:40], new_mail)\n    return classify(train(X, targets[:40]), X_new)\n",
        "q4_other_mail q4_labels",
    ),
    "the difference of the class means": (
        "q4",
        "    w = np.zeros(Z.shape[1])\n    for _ in range(max_epochs):\n        clean = True\n        for z in Z:\n            if w @ z <= 0:\n                w += z\n                clean = False\n        if clean:\n            break\n    return w\n",
        "    A, B = np.asarray(X)[np.array(t) == 1].mean(axis=0), np.asarray(X)[np.array(t) == -1].mean(axis=0)\n    return np.append((B @ B - A @ A) / 2, A - B)\n",
        "q4_line q4_rule q4_labels",
    ),
    "another start": (
        "q4",
        "w = np.zeros(Z.shape[1])",
        "w = np.ones(Z.shape[1])",
        "q4_line q4_rule",
    ),
    "one epoch": ("q4", "range(max_epochs)", "range(1)", "q4_training q4_rule q4_labels"),
    "a product of zero is right": (
        "q4",
        "w @ z <= 0",
        "w @ z < 0",
        "q4_training q4_test q4_line q4_rule q4_other_mail q4_labels",
    ),
    "no bias": ("q4", "np.ones(len(X))", "np.zeros(len(X))", "q4_rule"),
    "the targets are forgotten": (
        "q4",
        "np.asarray(t)[:, None] * np.column",
        "np.column",
        "q4_training q4_test q4_line q4_rule q4_other_mail q4_labels",
    ),
    "the line counts as spam": ("q4", "g > 0, 1", "g >= 0, 1", "q4_line"),
    "the classes are exchanged": (
        "q4",
        "g > 0, 1, -1",
        "g > 0, -1, 1",
        "q4_training q4_test q4_line q4_other_mail q4_labels",
    ),
    "always ham": (
        "q4",
        "return classify(train(X, t), X_new)",
        "return np.full(len(X_new), -1)",
        "q4_training q4_test q4_other_mail q4_labels",
    ),
    "the training messages by heart": (
        "q4",
        "return classify(train(X, t), X_new)",
        "return np.array([dict(zip(train_mail, t)).get(message, -1) for message in new_mail])",
        "q4_test q4_other_mail",
    ),
    "the sum of all patterns": (
        "q5",
        "w = np.linalg.lstsq(A, t)[0]",
        "w = A.T @ t",
        "q5_example q5_any_labels q5_copies",
    ),
    "no bias in the equations": (
        "q5",
        "np.ones(len(X))",
        "np.zeros(len(X))",
        "q5_example q5_any_labels",
    ),
    "never None": (
        "q5",
        "w if np.allclose(A @ w, t) else None",
        "w",
        "q5_copies",
    ),
    "no copies at all": (
        "q5",
        "np.allclose(A @ w, t)",
        "len({tuple(a) for a in A}) == len(A)",
        "q5_copies",
    ),
    "fewer patterns than features, or nothing": (
        "q5",
        "np.allclose(A @ w, t)",
        "A.shape[0] < A.shape[1]",
        "q5_example q5_any_labels q5_copies",
    ),
    "the sign is enough": (
        "q5",
        "    return w if",
        "    w = 2 * w\n    return w if",
        "q5_example q5_any_labels q5_copies",
    ),
}

# Right answers in another style: lists, float32, the formula of chapter 12.
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

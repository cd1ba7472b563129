"""The loops that reflect: each row becomes s_i (1, x_i)."""


def scale(X, s, Z):
    """Write s_i (1, x_i) into each row of Z."""
    for i in range(len(X)):
        Z[i, 0] = s[i]
        for j in range(X.shape[1]):
            Z[i, j + 1] = s[i] * X[i, j]


def scale_sparse(X, s, Z):
    """Write s_i (1, x_i), of sparse rows (start, column, value)."""
    start, column, value = X
    starts, columns, values = Z
    starts[0] = 0
    for i in range(len(s)):
        a, b = start[i], start[i + 1]
        columns[a + i], values[a + i] = 0, s[i]
        C, V = columns[a + i + 1 :], values[a + i + 1 :]
        c, v = column[a:b], value[a:b]
        for k in range(len(c)):  # two loops of one line each take half the time of one
            C[k] = c[k] + 1
        for k in range(len(v)):
            V[k] = s[i] * v[k]
        starts[i + 1] = b + i + 1

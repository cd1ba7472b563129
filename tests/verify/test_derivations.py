"""The derivations of the book, each in the form in which a chapter calls it.

The body of a test is the cell of a chapter. What is tested is that the checks accept it, and that
each named slip of the sources is refuted.
"""

import sympy as sp
from sympy import (
    Derivative,
    Eq,
    IndexedBase,
    Matrix,
    MatrixSymbol,
    Piecewise,
    Rational,
    Subs,
    Sum,
    Symbol,
    symbols,
)

from perceptrons.verify import dot, norm2, refute, vectors, verify, verify_gradient, verify_le

n, d, N = symbols("n d N", integer=True, positive=True)
i, j, k, l = symbols("i j k l", integer=True, positive=True)
w, x, t = (IndexedBase(name, real=True) for name in ("w", "x", "t"))
eta, rho = symbols("eta rho", positive=True)


# Chapter 1: discriminants


def test_augmented_pattern_has_the_constant_feature_1():
    q = Symbol("q", integer=True, nonnegative=True)  # 0, 1, ..., d
    augmented = Piecewise((1, Eq(q, 0)), (x[q], True))
    g = w[0] + Sum(w[q] * x[q], (q, 1, d))
    wrong = {"constant -1": -w[0] + Sum(w[q] * x[q], (q, 1, d))}
    assert verify(Sum(w[q] * augmented, (q, 0, d)), g, wrong=wrong)


def test_augmented_pattern_with_the_constant_feature_minus_1_and_the_threshold():
    theta = Symbol("theta", real=True)
    q = Symbol("q", integer=True, nonnegative=True)
    augmented = Piecewise((-theta, Eq(q, 0)), (w[q] * x[q], True))
    g = Sum(w[q] * x[q], (q, 1, d)) - theta
    assert verify(Sum(augmented, (q, 0, d)), g, wrong={"constant +1": g + 2 * theta})


def test_reflection_flips_the_constant_too():
    b, s = symbols("w_0 t", real=True)
    g = b + Sum(w[j] * x[j], (j, 1, d))
    reflected = s * b + Sum(w[j] * (s * x[j]), (j, 1, d))
    wrong = {"constant left at +1": b + Sum(w[j] * (s * x[j]), (j, 1, d))}
    assert verify(s * g, reflected, wrong=wrong)


def test_distance_by_lagrange_multipliers_in_three_dimensions():
    X, W, P = (Matrix(symbols(f"{name}1:4", real=True)) for name in "xwp")
    b, multiplier = symbols("w_0 lambda", real=True)
    lagrangian = (X - P).dot(X - P) / 2 + multiplier * (W.dot(P) + b)
    unknown = [*P, multiplier]
    (foot,) = sp.solve([lagrangian.diff(u) for u in unknown], unknown, dict=True)
    D2 = (X - P).subs(foot).dot((X - P).subs(foot))
    g, length2 = W.dot(X) + b, W.dot(W)
    off = [length2 > 0]
    wrong = {"threshold with the other sign": (W.dot(X) - b) ** 2 / length2, "no division": g**2}
    assert verify(D2, g**2 / length2, given=off, wrong=wrong)


def test_distance_by_pythagoras_in_every_dimension():
    w, x, p = vectors("w x p")
    b = Symbol("w_0", real=True)
    foot = x - (dot(w, x) + b) / norm2(w) * w
    plane = [norm2(w) > 0]
    assert verify(dot(w, foot), -b, given=plane, wrong={"the wrong side of the origin": b})
    D2 = (dot(w, x) + b) ** 2 / norm2(w)
    assert verify(norm2(x - foot), D2, given=plane, wrong={"no division": D2 * norm2(w)})
    # with p on the plane the last term is 0, so that no point of the plane is nearer than the foot
    elsewhere = 2 * (dot(w, x) + b) / norm2(w) * (-b - dot(w, p))
    legs = norm2(x - foot) + norm2(foot - p)
    assert verify(norm2(x - p), legs + elsewhere, given=plane, wrong={"p anywhere": legs})


def test_decision_region_is_convex():
    a, b = symbols("a b", real=True)  # g(x) and g(y), both positive
    s = Symbol("s", positive=True)
    inside = [a > 0, b > 0, 1 - s > 0]
    because = [[s, a], [1 - s, b]]
    assert verify_le(0, s * a + (1 - s) * b, because=because, given=inside, strict=True)


# Chapter 3: a criterion to descend

z = Sum(w[j] * x[i, j], (j, 1, d))  # w·z_i, with x[i, j] for the entries of z_i
J_P = Sum(Piecewise((-z, z < 0), (0, True)), (i, 1, n))


def test_perceptron_criterion_off_its_kinks():
    gradient = Sum(Piecewise((-x[i, k], z < 0), (0, True)), (i, 1, n))
    wrong = {
        "the printed sign: it ascends": -gradient,
        "the wrong half-space": Sum(Piecewise((-x[i, k], z > 0), (0, True)), (i, 1, n)),
        "all patterns": -Sum(x[i, k], (i, 1, n)),
    }
    assert verify(Derivative(J_P, w[k]), gradient, given=[k <= d], wrong=wrong)


def test_perceptron_criterion_scales_so_that_zero_is_a_minimum():
    scaled = Sum(Piecewise((-rho * z, z < 0), (0, True)), (i, 1, n))
    assert verify(scaled, rho * J_P)


def test_sum_over_all_patterns_is_linear_and_so_unbounded_below():
    along = Sum(Sum((-rho * w[j]) * x[i, j], (j, 1, d)), (i, 1, n))
    assert verify(along, -rho * Sum(z, (i, 1, n)), wrong={"bounded": Sum(z, (i, 1, n))})


def test_subgradients_at_the_kink():
    # v·z = q - p, its positive and negative part; the function there is max(0, -v·z) = p
    p, q, s = symbols("p q s", nonnegative=True)
    f = p
    assert verify_le(-s * (q - p), f, because=[[1 - s, p], [s, q]], given=[1 - s >= 0])
    assert refute(-2 * (q - p), "<=", f)  # s = 2 is too steep


def test_convexity_of_the_criterion_on_the_mistaken_side():
    p, q = symbols("p q", nonnegative=True)
    a = Symbol("a", positive=True)  # w·z = -a < 0
    assert verify_le(a - ((q - p) + a), p, because=[[q]])


# Chapter 4: three proofs of one theorem


def test_telescoping_sum():
    q = IndexedBase("q", real=True)
    wrong = {"off by one": q[N] - q[1]}
    assert verify(Sum(q[k + 1] - q[k], (k, 1, N)), q[N + 1] - q[1], wrong=wrong)


def test_norm_grows_by_at_most_the_square_of_the_pattern():
    w, z = vectors("w z")
    mistake = [dot(w, z) <= 0]
    grown = norm2(w + eta * z)
    assert verify(grown, norm2(w) + 2 * eta * dot(w, z) + eta**2 * norm2(z))
    because = [[2, eta, -dot(w, z)]]
    wrong = {"a pattern that is correct too": (norm2(w) + eta**2 * norm2(z), grown)}
    bound = norm2(w) + eta**2 * norm2(z)
    assert verify_le(grown, bound, because=because, given=mistake, wrong=wrong)


def test_projection_grows_by_at_least_the_margin():
    w, z, s = vectors("w z w^*")
    gamma = Symbol("gamma", positive=True)
    separates = [dot(s, z) - gamma >= 0]
    before, after = dot(s, w), dot(s, w + eta * z)
    because = [[eta, dot(s, z) - gamma]]
    assert verify_le(before + eta * gamma, after, because=because, given=separates)


def test_cauchy_schwarz_in_every_dimension():
    u, v = vectors("u v")
    A, B, C = norm2(u), norm2(v), dot(u, v)
    wrong = {"as printed in 001, without the square": B * (A * B - C)}
    assert verify(norm2(B * u - C * v), B * (A * B - C**2), wrong=wrong)
    assert verify_le(B * C**2, B * (A * B), because=[[norm2(B * u - C * v)]])


def test_cauchy_schwarz_by_lagrange_identity():
    u, v = IndexedBase("u", real=True), IndexedBase("v", real=True)
    squares = Sum((u[i] * v[j] - u[j] * v[i]) ** 2, (j, 1, d), (i, 1, d))
    A, B = (Sum(a[i] ** 2, (i, 1, d)) for a in (u, v))
    C = Sum(u[i] * v[i], (i, 1, d))
    assert verify(A * B - C**2, squares / 2, wrong={"1/2 forgotten": squares})


def test_mistake_bound_from_its_three_inequalities():
    N, beta, gamma, W = symbols("N beta gamma W", positive=True)  # beta = R², W = |w*|²
    s, q = symbols("s q", real=True)  # s = w·w*, q = |w|², after N updates
    lower, upper, schwarz = s - N * gamma >= 0, N * beta - q >= 0, q * W - s**2 >= 0
    because = [
        [W, N * beta - q],
        [q * W - s**2],
        [(s - N * gamma) ** 2],
        [2, N, gamma, s - N * gamma],
    ]
    half = {N: 2, gamma: Rational(1, 2), beta: Rational(1, 2), W: 1, s: 1, q: 1}
    wrong = {"gamma not squared": (N**2 * gamma, N * beta * W, half)}
    given = [lower, upper, schwarz]
    assert verify_le(N**2 * gamma**2, N * beta * W, because=because, given=given, wrong=wrong)


def test_cosine_of_the_angle_to_the_goal():
    D, N, beta, W = symbols("D N beta W", positive=True)  # W = |w*|, D the distance of 004
    s, q = symbols("s q", positive=True)
    cos2 = s**2 / (q * W**2)
    lower, upper = s - eta * N * W * D >= 0, eta**2 * N * beta - q >= 0
    at_the_bounds = Subs(cos2, (s, q), (eta * N * W * D, eta**2 * N * beta))
    wrong = {"beta outside the root": D**2 * N**2 / beta}
    assert verify(at_the_bounds, D**2 * N / beta, wrong=wrong)
    because = [
        [1 / (q * W**2), s - eta * N * W * D, s + eta * N * W * D],
        [D**2 * N / (beta * q), eta**2 * N * beta - q],
    ]
    assert verify_le(D**2 * N / beta, cos2, because=because, given=[lower, upper])


def test_distance_to_the_separator_expanded():
    w, x, s = vectors("w_k x_k w^*")
    new = norm2(w + rho * x - s)
    expanded = norm2(w - s) + 2 * rho * dot(w - s, x) + rho**2 * norm2(x)
    minus = norm2(w - s) - 2 * rho * dot(w - s, x) + rho**2 * norm2(x)
    assert verify(new, expanded, wrong={"minus, as in rule 2 of 000": minus})
    bound = norm2(w - s) - 2 * rho * dot(s, x) + rho**2 * norm2(x)
    because = [[2, rho, -dot(w, x)]]
    assert verify_le(new, bound, because=because, given=[dot(w, x) <= 0])


def test_distance_in_coordinates():
    s = IndexedBase("w^*", real=True)
    new = Sum((w[j] + rho * x[j] - s[j]) ** 2, (j, 1, d))
    old, length2 = Sum((w[j] - s[j]) ** 2, (j, 1, d)), Sum(x[j] ** 2, (j, 1, d))
    product = Sum((w[j] - s[j]) * x[j], (j, 1, d))
    wrong = {"factor 2 lost": old + rho * product + rho**2 * length2}
    assert verify(new, old + 2 * rho * product + rho**2 * length2, wrong=wrong)


def test_batch_update_with_m_mistakes():
    w, s = vectors("w s")  # s is the sum of the m mistaken patterns
    m, R = symbols("m R", positive=True)
    given = [dot(w, s) <= 0, m**2 * R**2 - norm2(s) >= 0]
    because = [[2, eta, -dot(w, s)], [eta**2, m**2 * R**2 - norm2(s)]]
    bound = norm2(w) + eta**2 * m**2 * R**2
    assert verify_le(norm2(w + eta * s), bound, because=because, given=given)


def test_expanded_weights_give_the_dual_form():
    a = IndexedBase("lambda", real=True)
    new = IndexedBase("x'", real=True)
    primal = Sum(Sum(a[i] * t[i] * x[i, j], (i, 1, n)) * new[j], (j, 1, d))
    dual = Sum(a[i] * t[i] * Sum(x[i, j] * new[j], (j, 1, d)), (i, 1, n))
    lost = Sum(a[i] * Sum(x[i, j] * new[j], (j, 1, d)), (i, 1, n))
    assert verify(primal, dual, wrong={"targets lost": lost})


# Chapter 6: step sizes

a, r = symbols("a r", positive=True)  # a = w*·x, r = |x|²
change = -2 * rho * a + rho**2 * r


def test_oracle_rate_is_the_best_for_the_bound():
    best = a / r
    wrong = {"half of it": r * (rho - best / 2) ** 2}
    assert verify(change - Subs(change, rho, best), r * (rho - best) ** 2, wrong=wrong)
    assert verify(Subs(change, rho, best), -(a**2) / r, wrong={"without the square": -a / r})
    assert verify(Derivative(change, rho), 2 * r * (rho - best))


def test_admissible_interval():
    inside = [2 * a - rho * r > 0]
    assert verify_le(change, 0, because=[[rho, 2 * a - rho * r]], given=inside, strict=True)
    assert refute(change, "<", 0)  # beyond 2 a / r


def test_true_optimum_of_one_step():
    w, x, s = vectors("w x w^*")
    given = [norm2(x) > 0]
    best = dot(s - w, x) / norm2(x)
    distance2 = norm2(w + rho * x - s)
    least = norm2(w - s) - dot(s - w, x) ** 2 / norm2(x)
    wrong = {"000: w*·x for (w* - w)·x": norm2(x) * (rho - dot(s, x) / norm2(x)) ** 2}
    assert verify(distance2 - least, norm2(x) * (rho - best) ** 2, given=given, wrong=wrong)


def test_fixed_rate_by_rescaling_the_separator():
    beta2, gamma = symbols("beta2 gamma", positive=True)  # R² and the margin of w*
    alpha = Symbol("alpha", positive=True)
    decrease = beta2 - 2 * alpha * gamma  # per update, of |w - alpha w*|², with rho = 1
    assert verify(Subs(decrease, alpha, beta2 / gamma), -beta2, wrong={"alpha twice": -2 * beta2})


def test_relaxation_is_the_oracle_without_the_separator():
    w, z = vectors("w z")
    given = [norm2(z) > 0]
    step = -dot(w, z) / norm2(z)
    onto, moved = w + step * z, norm2(step * z)
    assert verify(dot(w + 2 * step * z, z), -dot(w, z), given=given, wrong={"factor 1": dot(w, z)})
    assert verify(moved, dot(w, z) ** 2 / norm2(z), given=given)
    assert verify(norm2(w), norm2(onto) + moved, given=given, wrong={"no step": norm2(onto)})


def test_parabola_along_the_gradient():
    J0, G, Q = symbols("J_0 G Q", positive=True)  # J(w), |gradient|², gradient·H gradient
    J = J0 - rho * G + rho**2 * Q / 2
    wrong = {"half the step": Q * (rho - G / Q / 2) ** 2 / 2}
    assert verify(J - Subs(J, rho, G / Q), Q * (rho - G / Q) ** 2 / 2, wrong=wrong)


def test_taylor_is_exact_for_a_quadratic():
    H = Matrix(3, 3, lambda p, q: Symbol(f"h{min(p, q)}{max(p, q)}", real=True))
    b, u = (Matrix(symbols(f"{name}1:4", real=True)) for name in "bu")
    J = lambda v: v.dot(H * v) / 2 - b.dot(v)
    g = H * u - b
    assert verify_gradient(J(u), u, g, wrong={"b lost": H * u})
    step = J(u) - rho * g.dot(g) + rho**2 * g.dot(H * g) / 2
    no_half = J(u) - rho * g.dot(g) + rho**2 * g.dot(H * g)
    assert verify(J(u - rho * g), step, wrong={"1/2 lost": no_half})


def test_induction_step_of_the_sum_of_inverse_squares():
    bound = 2 - 1 / k
    step = bound + 1 / (k + 1) ** 2 - (2 - 1 / (k + 1))
    assert verify(step, -1 / (k * (k + 1) ** 2))


# Chapter 7: Adaline

residual = t[i] - Sum(w[j] * x[i, j], (j, 1, d))
J = Rational(1, 2) * Sum(residual**2, (i, 1, n))


def test_gradient_of_the_squared_error_for_any_n_and_d():
    gradient = -Sum(residual * x[i, k], (i, 1, n))
    wrong = {
        "the sign of the update": -gradient,
        "1/2 kept": gradient / 2,
        "literal index of 002": -Sum(residual * x[i, i], (i, 1, n)),
    }
    assert verify(Derivative(J, w[k]), gradient, given=[k <= d], wrong=wrong)


def test_gradient_of_the_squared_error_step_by_step():
    first = Rational(1, 2) * Sum(Derivative(residual**2, w[k]), (i, 1, n))
    assert verify(Derivative(J, w[k]), first)
    second = Sum(residual * Derivative(residual, w[k]), (i, 1, n))
    assert verify(first, second)
    assert verify(Derivative(residual, w[k]), -x[i, k], given=[k <= d])


def test_hessian_of_the_squared_error():
    hessian = Sum(x[i, k] * x[i, l], (i, 1, n))
    assert verify(Derivative(J, w[k], w[l]), hessian, given=[k <= d, l <= d])


def test_gradient_and_normal_equations_with_matrices():
    X, W, T = MatrixSymbol("X", n, d), MatrixSymbol("w", d, 1), MatrixSymbol("t", n, 1)
    r = T - X * W
    wrong = {"X w and t added": X.T * (T + X * W)}
    assert verify_gradient(r.T * r / 2, W, -X.T * r, wrong=wrong)
    assert verify(-X.T * r, X.T * X * W - X.T * T)


def test_directional_derivative_in_every_dimension():
    w, x, v = vectors("w x v")
    h, t = symbols("h t", real=True)
    r = t - dot(w + h * v, x)
    assert verify(Derivative(r**2 / 2, h), -r * dot(x, v), wrong={"sign": r * dot(x, v)})


def test_squared_error_is_convex():
    p, q = symbols("p q", real=True)  # the residuals at two weight vectors
    s = Symbol("s", positive=True)
    mean, chord = (s * p + (1 - s) * q) ** 2, s * p**2 + (1 - s) * q**2
    assert verify_le(mean, chord, because=[[s, 1 - s, (p - q) ** 2]], given=[1 - s >= 0])


def test_overshoot_beyond_two_over_lambda():
    curvature = Symbol("lambda", positive=True)
    factor2 = (1 - eta * curvature) ** 2
    because = [[eta, curvature, 2 - eta * curvature]]
    given = [2 - eta * curvature > 0]
    assert verify_le(factor2, 1, because=because, given=given, strict=True)
    assert refute(factor2, "<", 1)


def test_standardising_one_feature():
    mu, sigma, n = symbols("mu sigma n", positive=True)
    z = Symbol("z", real=True)
    H = n * Matrix([[1, mu], [mu, mu**2 + sigma**2]])
    polynomial = z**2 - n * (1 + mu**2 + sigma**2) * z + n**2 * sigma**2
    assert verify((z * sp.eye(2) - H).det(method="berkowitz"), polynomial)

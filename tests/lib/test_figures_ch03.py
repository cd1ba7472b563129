"""The figures of the criterion along one axis draw J_P: checked on the artists, against it."""

import numpy as np

from perceptrons import criterion, figures, perceptron, plots

X, t = np.array([[0], [1], [2], [3]]), np.array([-1, -1, 1, 1])
RUN = perceptron.batch(X, t, w=[1, 1])


def J(w, Z=RUN.Z):
    return sum(max(0.0, -float(np.dot(w, z))) for z in Z)


def test_bars_are_as_long_as_the_criterion():
    _fig, ax = plots.figure()
    figures.ch03.shortfalls(ax, [1, 1], X, t)
    bars = [line.get_ydata() for line in ax.lines if line.get_color() == plots.GREEN]
    assert len(bars) == criterion.mistaken([1, 1], X, t).sum()
    assert sum(abs(high - low) for low, high in bars) == criterion.cost([1, 1], X, t)


def test_profile_draws_both_functions_of_one_weight():
    _fig, (upper, lower) = plots.figure(2, 1)
    figures.ch03.profile((upper, lower), [0, 1], RUN.Z, 0, -5, 2)
    slope, kinks = (line.get_xydata() for line in lower.lines)
    ties = upper.lines[0].get_xydata()
    assert [J([s, 1]) for s, _ in slope] == slope[:, 1].tolist()
    assert (kinks[:, 0] == ties[:, 0]).all()
    for s, count in ties:
        assert (RUN.Z @ [s, 1] == 0).any()
        assert count == (RUN.Z @ [s, 1] <= 0).sum()
    for (low, count), (high, _) in upper.collections[0].get_segments():
        assert count == (RUN.Z @ [(low + high) / 2, 1] <= 0).sum()


def test_profile_of_the_fifth_weight():
    Z = np.eye(5)
    fig, axes = plots.figure(2, 1)
    figures.ch03.profile(axes, np.ones(5), Z, 4, -2, 2)
    assert axes[1].get_xlabel() == "w₄"
    assert fig.said[0] == "While w₄ goes from −2 to 2, with a corner or a step at 0:"


def test_profile_of_many_patterns_is_a_staircase_and_marks_a_place():
    Z = np.array([[s, k] for k in range(9) for s in (1, -1)])
    fig, (upper, lower) = plots.figure(2, 1)
    figures.ch03.profile((upper, lower), [0, 0.5], Z, 0, -9, 9, mark=-0.25)
    steps, risers = (c.get_segments() for c in upper.collections)
    assert len(steps) == len(risers) + 1 == 18
    ends = zip([s[1] for s in steps[:-1]], [s[0] for s in steps[1:]], strict=True)
    assert all((r == e).all() for r, e in zip(risers, ends, strict=True))
    for ax in (upper, lower):
        assert set(ax.lines[-1].get_xdata()) == {-0.25}
    mistakes, height = (Z @ [-0.25, 0.5] <= 0).sum(), J([-0.25, 0.5], Z)
    assert f"w₀ = −0.25: {mistakes} mistakes, J_P {height:.1f}." in fig.alt

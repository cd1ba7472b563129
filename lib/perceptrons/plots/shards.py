"""Figures of chapter 15: why one mixture is not enough, and what mixing after every round costs.

>>> from perceptrons import plots
>>> fig, ax = plots.figure()
>>> rounds(ax, [1, 2, 4], {"uniform": [9, 15, 27], "errors": [9, 4, 4]}, online=9)
>>> print(fig.alt)
Rounds for 1, 2, 4 shards. uniform: 9, 15, 27. errors: 9, 4, 4. The online rule on all: 9.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.patches import Polygon
from numpy.typing import ArrayLike

from perceptrons._core.check import Array
from perceptrons.plots.palette import BLUE, CURVES, ORANGE, styled
from perceptrons.plots.picture import legend, say
from perceptrons.plots.planes import cut, name
from perceptrons.plots.words import listed, point, signed

__all__ = ["once", "rounds"]

SIDES = [(BLUE, "-"), (ORANGE, "--")]  # of two shards: colour and border


def once(ax: Axes, Zs: Sequence[ArrayLike], vs: ArrayLike) -> None:
    """Draw the mixtures of what two shards have learnt alone, and which weights are right for each shard.

    Parameters
    ----------
    ax : Axes
        With its limits, in the plane of w_1 and w_2.
    Zs : two array_like, shape (n_s, 3)
        The reflected patterns of each shard.
    vs : array_like, shape (2, 3)
        The weights of each, with the same bias, which all their mixtures share.

    Raises
    ------
    ValueError
        If the two biases differ.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> _ = ax.set(xlim=(-1, 3), ylim=(-3, 2))
    >>> once(ax, [[[-1, 1, 1]], [[-1, 0, -1]]], [[1, 1, 1], [1, 0, -2]])
    >>> print(fig.alt)
    The plane of all weights with the bias 1, and in it the weights of two shards, (1, 1) and (0, −2).
    Right for shard 1 are the mixtures with more than 0.75 of its weights.
    Right for shard 2 are the mixtures with more than 0.6667 of its weights.
    No mixture is right for both.
    """
    V, A = np.asarray(vs, dtype=float), [np.asarray(Z, dtype=float) for Z in Zs]
    if V[0, 0] != V[1, 0]:
        raise ValueError(
            f"vs has the biases {V[0, 0]:g} and {V[1, 0]:g}: scale one of them, so that both lie in "
            "the plane that is drawn"
        )
    _sides(ax, A, V[0, 0])
    ax.plot(*V[:, 1:].T, "--", color="black")
    ends = " and ".join(point(v[1:]) for v in V)
    say(
        ax,
        f"The plane of all weights with the bias {signed(V[0, 0])}, and in it the weights of two "
        f"shards, {ends}.",
    )
    least = []
    for s, (Z, (colour, _)) in enumerate(zip(A, SIDES, strict=True)):
        own, other = V[s], V[1 - s]
        ax.plot(*own[1:], "o", color=colour, markersize=9)
        name(ax, own[1:], f"v{'₁₂'[s]}", own[1:] - other[1:], size="large")
        # z·(share own + (1 - share) other) > 0 from this share on
        falls = [float(z @ other / (z @ other - z @ own)) for z in Z if z @ other <= 0 < z @ own]
        least.append(max(falls, default=0.0))
        say(
            ax,
            f"Right for shard {s + 1} are the mixtures with more than {signed(least[-1])} of its weights.",
        )
    both = "No mixture is" if sum(least) >= 1 else "Some mixtures are"
    say(ax, f"{both} right for both.")


def _sides(ax: Axes, Zs: Sequence[Array], bias: float) -> None:
    """Shade what is right for each shard, among the weights with this bias."""
    window = np.array(np.meshgrid(ax.get_xlim(), ax.get_ylim())).reshape(2, 4).T[[0, 1, 3, 2]]
    for s, (Z, (colour, border)) in enumerate(zip(Zs, SIDES, strict=True)):
        area = window
        for z in Z:
            area = cut(area, np.array([bias * z[0], z[1], z[2]]))
        style: Any = {"edgecolor": colour, "linestyle": border, "linewidth": 2, "zorder": 0}
        shade = to_rgba(colour, 0.18)
        ax.add_patch(Polygon(area, facecolor=shade, label=f"right for shard {s + 1}", **style))
    ax.set(aspect="equal", xlabel="w₁", ylabel="w₂")
    legend(ax)


def rounds(ax: Axes, S: Sequence[int], counts: Mapping[str, Sequence[int]], *, online: int) -> None:
    """Draw how many rounds each way of mixing needs for so many shards.

    Parameters
    ----------
    ax : Axes
    S : sequence of int
        Numbers of shards.
    counts : mapping from a name to a sequence of int
        The rounds for each S; up to five.
    online : int
        The epochs of the online rule on all patterns together.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> rounds(ax, [1, 8], {"uniform": [18, 333]}, online=18)
    >>> ax.get_ylabel()
    'rounds'
    """
    said = f"Rounds for {listed(S)} shards."
    for label, values, (colour, marker) in styled(counts, "counts", CURVES):
        ax.plot(S, values, marker=marker, color=colour, label=label)
        name(ax, (S[-1], values[-1]), str(values[-1]), (1, 0), distance=20)
        said += f" {label}: {listed(values)}."
    # it ends at the last S, clear of the numbers on the right
    ax.plot([S[0], S[-1]], [online] * 2, "--", color="black", label="online, all on one machine")
    ax.set(xlabel="shards S", ylabel="rounds", xticks=list(S), ylim=(0, None))
    ax.margins(x=0.1)
    legend(ax)
    say(ax, f"{said} The online rule on all: {online}.")

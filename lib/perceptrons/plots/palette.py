"""The colours and line styles that figures and explorables share.

Every colour has a contrast of at least 3:1 with a white page and with a dark one, and the three
hues stay apart for colour-blind readers. Colour is never the only sign: classes differ in marker
and filling, curves in marker or dashes.

>>> BLUE, ORANGE
('#0072b2', '#d55e00')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

__all__ = ["BLUE", "GREEN", "GREY", "LIGHT_BLUE", "ORANGE", "styled"]

BLUE, ORANGE, GREEN, GREY = "#0072b2", "#d55e00", "#00795a", "#5f6b76"
LIGHT_BLUE = "#9cc4de"  # fills bars and blocks
CLASSES = {1: ("C1", "filled circles", "o", BLUE), -1: ("C2", "open squares", "s", ORANGE)}
BEFORE: dict[str, Any] = {"color": GREY, "linestyle": "--", "linewidth": 2}
AFTER: dict[str, Any] = {"color": "black", "linewidth": 2}
RING: dict[str, Any] = {"color": GREEN, "marker": "o", "linestyle": "", "fillstyle": "none"}
RING |= {"markersize": 19, "markeredgewidth": 2}
CURVES = [(BLUE, "o"), (ORANGE, "s"), (GREEN, "^"), ("black", "D"), (GREY, "v")]

Thing = TypeVar("Thing")
Style = TypeVar("Style")


def styled(
    things: Mapping[str, Thing], argument: str, styles: Sequence[Style]
) -> Iterator[tuple[str, Thing, Style]]:
    """Give each named thing a style of its own.

    Parameters
    ----------
    things : mapping from a name to what is drawn
    argument : str
        What the caller calls it, for the error message.
    styles : sequence
        Must not be shorter than `things`.

    Returns
    -------
    iterator of (name, thing, style)

    Raises
    ------
    ValueError
        Where there are more things than styles.

    Examples
    --------
    >>> list(styled({"slow": [3, 2], "fast": [1, 0]}, "runs", ["--", ":"]))
    [('slow', [3, 2], '--'), ('fast', [1, 0], ':')]
    """
    if len(things) > len(styles):
        raise ValueError(
            f"{argument} has {len(things)} entries, but a figure tells only {len(styles)} apart: "
            "draw the others in a second figure"
        )
    return zip(things, things.values(), styles, strict=False)

"""Tables that print as text and as HTML, the same on every machine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from html import escape
from itertools import islice
from numbers import Integral
from reprlib import repr as short
from typing import TYPE_CHECKING, Any

import numpy as np

from perceptrons._core import check
from perceptrons._core.check import Array
from perceptrons._core.kernels import rounds

if TYPE_CHECKING:
    from perceptrons.run import Run

__all__ = ["Table", "number", "subscript", "vector"]

_SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def subscript(name: str, j: int) -> str:
    """Return the name with its index as a subscript.

    Examples
    --------
    >>> subscript("w", 10)
    'w₁₀'
    """
    return name + str(j).translate(_SUBSCRIPT)


def number(value: Any) -> str:
    """Return a number as the book prints it: whole numbers without a point, others to 4 digits.

    Examples
    --------
    >>> [number(v) for v in (2.0, -0.0, 0.123456, Fraction(1, 3))]
    ['2', '0', '0.1235', '1/3']
    """
    if isinstance(value, Integral | Fraction):
        try:
            return str(value)
        except ValueError:  # Python writes no more than 4300 digits
            return _rounded(value)
    try:
        value = float(value)
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"value is {short(value)}; only real numbers are printed: give one, such as 0.5"
        ) from error
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else f"{value:.4g}"


def brief(value: Any) -> str:
    """Return a number as `number` does, but with long fractions rounded.

    Examples
    --------
    >>> brief(Fraction(10**9, 3))
    '3.333e+8'
    """
    if isinstance(value, int | Fraction) and max(abs(value.numerator), value.denominator) >= 10**9:
        return _rounded(value)
    return number(value)


def _rounded(q: Any) -> str:
    return f"{Decimal(q.numerator) / Decimal(q.denominator):.4g}"


def vector(values: Iterable[Any]) -> str:
    """Return numbers as the book prints a vector.

    Examples
    --------
    >>> vector([1, Fraction(-1, 3), 0.5])
    '(1, -1/3, 0.5)'
    """
    return f"({', '.join(map(number, values))})"


@dataclass(frozen=True)
class Table:
    """Column headings and rows of cells, all of them text.

    Attributes
    ----------
    columns : sequence of str
    rows : sequence of sequences of str
    caption : str
        What the table shows, for readers who cannot see it.

    Examples
    --------
    >>> Table(["i", "w₀"], [["1", "-2"], ["2", "10"]])
    i  w₀
    1  -2
    2  10
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str = ""

    def __post_init__(self) -> None:
        """Refuse rows that do not fit the columns, and cells that are not text."""
        for i, row in enumerate([self.columns, *self.rows]):
            where = f"rows[{i - 1}]" if i else "columns"
            if len(row) != len(self.columns):
                raise ValueError(
                    f"{where} has {len(row)} cells for {len(self.columns)} columns: give one each"
                )
            for j, cell in enumerate(row):
                if not isinstance(cell, str):
                    raise ValueError(
                        f"{where}[{j}] is {short(cell)}; every cell is text: give table.number(...) "
                        "of a number, or str(...)"
                    )

    def __hash__(self) -> int:
        """Hash the text, as lists have no hash."""
        return hash(str(self))

    def __str__(self) -> str:
        lines = [self.columns, *self.rows]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join(
            "  ".join(cell.rjust(w) for cell, w in zip(line, widths, strict=True)).rstrip()
            for line in lines
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        head = "".join(f'<th scope="col">{escape(c)}</th>' for c in self.columns)
        body = "\n".join(
            "<tr>" + "".join(f"<td>{escape(c)}</td>" for c in row) + "</tr>" for row in self.rows
        )
        caption = f"<caption>{escape(self.caption)}</caption>\n" if self.caption else ""
        return (
            f'<table class="run">\n{caption}<thead><tr>{head}</tr></thead>\n'
            f"<tbody>\n{body}\n</tbody>\n</table>"
        )


def presented(run: Run, *, threshold: bool, rows: int) -> Table:
    """Return the table of a run's presentations, as `Run.table` describes it."""
    d = len(run.w) - 1
    seats = [*range(1, d + 1), 0] if threshold else [*range(d + 1)]
    sign = np.array([-1 if threshold and j == 0 else 1 for j in seats])

    def cells(v: Array) -> list[str]:
        return [number(c) for c in sign * v[seats]]

    z, w = ("tx", "w") if threshold else ("z", "w")
    names = ["θ" if threshold and j == 0 else subscript(w, j) for j in seats]
    columns = ["i", *names, *(subscript(z, j) for j in seats)]
    columns += ["w·z", "update", *("Δ" + name for name in names)]
    body, empty = [], [""] * (d + 1)
    shown = islice(_presentations(run), check.count(rows, "rows"))
    for p, (i, w_i, z_i, mistaken, change) in enumerate(shown):
        # In batch mode w stays through the round: its first row alone shows w and the change.
        once = run.batch and p % run.n > 0
        body.append([str(i + 1), *(empty if once else cells(w_i)), *cells(z_i)])
        body[-1] += [number(w_i @ z_i), "YES" if mistaken else "NO"]
        body[-1] += empty if once else cells(change)
    more = run.presentations - len(body)
    if more > 0:
        body.append(["…", *[""] * (len(columns) - 1)])
    mode = "Batch" if run.batch else "Online"
    caption = f"{mode} rule, one row a presentation"
    return Table(columns, body, caption + (f"; {more} more follow" if more > 0 else ""))


def _presentations(run: Run) -> Iterator[tuple[int, Array, Array, bool, Array]]:
    """Yield (i, w, z_i, mistaken, change of w) for each presentation, in batch mode of the round."""
    path, mistakes = run.path(), set(run.mistaken_at.tolist())
    after = next(path)
    for epoch, order in enumerate(run.orders()):
        for p, i in enumerate(order, start=epoch * run.n):
            if run.batch and p % run.n == 0:
                w, after = after, next(path, after)
            elif not run.batch:
                w, after = after, next(path) if p in mistakes else after
            yield i, w, rounds.row(run.Z, i), p in mistakes, after - w

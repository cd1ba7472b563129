"""Functions that other functions made: they print, and pickle, as the call that made them.

>>> from pickle import dumps, loads
>>> from perceptrons import dual
>>> loads(dumps(dual.polynomial(2)))
polynomial(2)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from reprlib import repr as short
from typing import Any


@dataclass(frozen=True, eq=False, repr=False)
class Made:
    """The function that ``make(*parameters)`` returns: its formula, which may be a closure."""

    make: Callable[..., Any]
    parameters: tuple[Any, ...]
    formula: Callable[..., Any] = field(compare=False)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Return what the formula says."""
        return self.formula(*arguments, **named)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """Pickle the call, as a closure cannot be pickled."""
        return self.make, self.parameters

    def __repr__(self) -> str:
        return f"{self.make.__name__}({', '.join(map(short, self.parameters))})"

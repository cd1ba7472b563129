"""Drawings of one page each: `figures.ch06.wall(ax, ...)`. What serves twice is in `perceptrons.plots`.

They keep its conventions: axes first, and a sentence for the alternative text. The page that calls
one explains it. A module is imported when its name is first used.
"""

from importlib import import_module
from types import ModuleType

import perceptrons.plots  # noqa: F401, which says what to install where Matplotlib is missing

__all__ = [
    "ch01",
    "ch02",
    "ch03",
    "ch04",
    "ch05",
    "ch06",
    "ch07",
    "ch08",
    "ch09",
    "ch10",
    "ch11",
    "ch12",
    "ch13",
    "ch14",
    "ch15",
]


def __getattr__(name: str) -> ModuleType:
    if name in __all__:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

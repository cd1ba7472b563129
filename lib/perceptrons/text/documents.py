"""Documents, their words and a vocabulary, as a caller hands them over, each of them checked.

A frame yields the names of its columns, a str its letters, a dict its keys, a set its members in an
order of its own: what would be counted without a word, and wrongly, is refused here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from numbers import Integral
from typing import Any, TypeAlias

import numpy as np

from perceptrons._core.check.magnitudes import shown

Tokenizer: TypeAlias = Callable[[str], Iterable[str]]
Words: TypeAlias = Iterable[str | None] | Mapping[str, int]


def text(document: object, place: str = "document") -> str:
    """Return a document, or say what stands in its place."""
    if isinstance(document, str):
        return document
    if _is_missing(document):
        raise ValueError(
            f"{place} is {shown(document)}: this text is missing; leave it out together with its target, "
            "or put '' in its place, a text without words"
        )
    if isinstance(document, bytes | bytearray | memoryview):
        remedy = "decode bytes first, as by .decode('utf-8')"
    elif isinstance(document, list | tuple):
        remedy = "join its words, ' '.join(...), and pass tokenize=str.split"
    else:
        remedy = "give its text, or leave it out"
    raise ValueError(
        f"{place} is {shown(document)}, of type {type(document).__name__}; a document is a str: "
        f"{remedy}"
    )


def counted(documents: Iterable[str], tokenize: Tokenizer) -> list[Counter[str]]:
    """Return how often each word occurs in each document, reading the documents once."""
    if not callable(tokenize):
        raise ValueError(
            f"tokenize is {shown(tokenize)}; it must be a function that cuts a str into a list of "
            "words: pass str.split, or re.compile(pattern).findall"
        )
    counts = []
    for i, document in enumerate(_items(documents, "documents", "text")):
        made = tokenize(text(document, f"documents[{i}]"))
        counts.append(Counter(_words(made, f"documents[{i}]")))
    if not counts:
        raise ValueError("documents must hold at least one document, got none: give a list of str")
    return counts


def columns(words: Words) -> tuple[str | None, ...]:
    """Return the words in the order of their columns: that of a list, the alphabet's for a set."""
    if isinstance(words, Mapping):
        found: list[Any] = _by_column(words)
    elif isinstance(words, set | frozenset):
        found = list(words)
    else:
        found = list(_items(words, "words", "word"))
    for j, word in enumerate(found):
        if not (word is None or isinstance(word, str)):
            raise ValueError(
                f"words[{j}] is {shown(word)}, of type {type(word).__name__}; a word is a str, or "
                "None if its spelling is unknown: give one of these for each column"
            )
    if isinstance(words, set | frozenset):  # whose own order is another in each process
        found.sort(key=lambda word: (word is None, word))
    if not found:
        raise ValueError(
            "words is empty; it names the columns: give at least one word, or leave words out to "
            "take all those of documents"
        )
    return tuple(None if word is None else str.__str__(word) for word in found)


def _items(value: Any, name: str, kind: str) -> Iterator[Any]:
    """Iterate over a list of texts or words, unless it is something else."""
    shape = getattr(value, "shape", (0,))  # that of an array or a frame
    if isinstance(value, str | bytes | bytearray):
        wrong, remedy = f"a single {kind}, {shown(value)}", "put it into a list"
    elif isinstance(value, Mapping):
        wrong, remedy = f"a dict, {shown(value)}", f"give list({name}.values())"
    elif isinstance(value, set | frozenset):
        wrong, remedy = f"a set, {shown(value)}, and has no order", "give a list"
    elif isinstance(shape, tuple) and len(shape) != 1:
        wrong, remedy = f"a table of shape {shape}", f"give the one column that holds the {kind}s"
    else:
        try:
            return iter(value)
        except TypeError:
            wrong, remedy = f"{shown(value)}, of type {type(value).__name__}", "give a list"
    raise ValueError(f"{name} is {wrong}; it must be a list of {kind}s, each a str: {remedy}")


def _words(made: Any, place: str) -> list[str]:
    """Return the words that a tokeniser made of a document."""
    if isinstance(made, str | bytes | Mapping) or not isinstance(made, Iterable):
        raise ValueError(
            f"tokenize made {shown(made)}, of type {type(made).__name__}, of {place}; it must "
            "return a list of words, each a str: let it do so"
        )
    words = list(made)
    for word in words:
        if not isinstance(word, str) or not word:
            raise ValueError(
                f"tokenize made the word {shown(word)}, of type {type(word).__name__}, of {place}; "
                "a word is a str that is not empty: let it return only such words"
            )
    return words


def _by_column(words: Mapping[Any, Any]) -> list[Any]:
    """Return the words of a dict {word: column}, such as scikit-learn's ``vocabulary_``."""
    for word, column in words.items():
        if isinstance(column, bool) or not isinstance(column, Integral):
            raise ValueError(
                f"words[{shown(word)}] is {shown(column)}; a dict gives the column of each word, a "
                "whole number from 0: number the words, or give a list"
            )
    for j, column in enumerate(sorted(words.values())):
        if column != j:
            wrong = f"{j} is missing" if column > j else f"{column} is one too many"
            raise ValueError(
                f"words is a dict of {len(words)} words, so their columns must be 0 to "
                f"{len(words) - 1}, each once, but {wrong}: number the words anew, or give a list"
            )
    return sorted(words, key=words.__getitem__)


def _is_missing(value: object) -> bool:
    """Tell whether a value stands for a missing one, here or in pandas, which is not imported."""
    return (
        value is None
        or value is np.ma.masked
        or type(value).__name__ in ("NAType", "NaTType")
        or (isinstance(value, float | np.floating) and bool(np.isnan(value)))
    )


def some(items: Sequence[object], most: int = 5) -> str:
    """Return the first few of the items."""
    return ", ".join(map(shown, items[:most])) + (", ..." if len(items) > most else "")

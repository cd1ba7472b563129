"""Checkpoints: where a long training stands, in one file that is always whole."""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike


def save(path: Path, options: Mapping[str, Any], **state: Any) -> None:
    """Write a state, and the options of the run (what JSON can hold), in place of the last one.

    The new file replaces the old one in one step, once it is on the disk: whenever the process dies,
    the one or the other is there, whole.
    """
    new = path.with_name(path.name + ".new")
    with new.open("wb") as file:
        np.savez(file, options=json.dumps(options), **state)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def load(path: Path, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the state that was saved, or an empty one; refuse that of a run with other options."""
    if not path.exists():
        return {}
    state: dict[str, Any] = {}
    if zipfile.is_zipfile(path):
        with np.load(path) as file:
            state = {name: A if A.ndim else A.item() for name, A in file.items()}
    if "options" not in state:
        raise ValueError(f"checkpoint {str(path)!r} is another kind of file: name a new one")
    before = json.loads(state.pop("options"))
    for name in sorted(before.keys() | options.keys()):
        if before.get(name) != options.get(name):
            raise ValueError(
                f"checkpoint {str(path)!r} is of a run with {name} = {before.get(name)}, but this "
                f"one has {name} = {options.get(name)}: name another file, or delete that one"
            )
    return state


def fingerprint(*arrays: ArrayLike) -> str:
    """Return what tells arrays of numbers from others, in whatever type they are stored."""
    digest = blake2b(digest_size=8)
    for A in arrays:
        digest.update(np.asarray(A, dtype=np.float64).tobytes())
    return digest.hexdigest()

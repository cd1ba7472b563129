"""The compiled loops' cache: kept where a disk will have it, and nothing that goes wrong ends a run."""

import errno
import os
import pickle
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest
from numba import config
from numba.core.caching import IndexDataCacheFile

from perceptrons._core.kernels.machine_code import kept

LIB = Path(__file__).parents[2] / "lib"
WHOLE, HALF = np.array([3, 4]), np.array([1.5, 2.5])


def total(x):
    s = x[0] - x[0]
    for i in range(len(x)):
        s += x[i]
    return s


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Let numba keep its files in an empty folder."""
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    return tmp_path


def hits(loop):
    return sum(loop.stats.cache_hits.values())


def test_the_next_process_finds_what_this_one_compiled(folder):
    assert kept(total)(HALF) == 4
    again = kept(total)
    assert again(HALF) == 4
    assert hits(again) == 1


@pytest.mark.parametrize(
    ("kind", "part"),
    [
        ("nbi", lambda whole: b""),
        ("nbi", lambda whole: whole[: len(whole) // 2]),
        ("nbi", lambda whole: whole[: len(pickle.dumps(numba.__version__))] + b"noise"),
        ("nbi", lambda whole: pickle.dumps("0.59.0") + b"as another version writes it"),
        ("nbc", lambda whole: b""),
        ("nbc", lambda whole: whole[: len(whole) // 2]),
    ],
    ids=["empty index", "cut index", "noise", "older index", "empty code", "cut code"],
)
def test_a_damaged_file_is_compiled_over(folder, kind, part):
    kept(total)(HALF)
    [file] = folder.rglob(f"*.{kind}")
    file.write_bytes(part(file.read_bytes()))
    assert kept(total)(HALF) == 4
    again = kept(total)
    assert again(HALF) == 4
    assert hits(again) == 1, "the cache is whole again"


def test_two_processes_that_fill_an_empty_cache_at_once(folder):
    """Both number their files from 1: what stays may be the index of one and the code of the other."""
    kept(total)(HALF)
    [file] = folder.rglob("*.nbc")
    code = file.read_bytes()
    shutil.rmtree(file.parent)
    kept(total)(WHOLE)
    file.write_bytes(code)
    assert kept(total)(WHOLE) == 7
    assert kept(total)(HALF) == 4


def test_a_full_disk_keeps_nothing(folder, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(IndexDataCacheFile, "_save_index", full)
    assert kept(total)(HALF) == 4
    assert [p for p in folder.rglob("*") if p.is_file()] == []


def test_without_a_home_no_folder_is_named_by_a_tilde(tmp_path, monkeypatch):
    """Without HOME and a name in the list of users, numba would keep its files in ./~/.cache."""
    (tmp_path / "__pycache__").touch()
    (tmp_path / "module.py").write_text("def same(x):\n    return x\n")
    same = runpy.run_path(tmp_path / "module.py")["same"]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(config, "CACHE_DIR", "")
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert kept(same)(7) == 7
    assert sorted(p.name for p in tmp_path.iterdir()) == ["__pycache__", "module.py"]


LEARN = """
from perceptrons import data, perceptron
X, t = data.modified_or()
print(perceptron.online(X / 2.0, t, w=[0, 0, 0.5]))
"""


def learns(folder, path, *sealed, **environment):
    """Whether the compiled rule runs in a new process in the folder, without a word or a warning."""
    result = subprocess.run(
        [*sealed, sys.executable, "-W", "error", "-c", LEARN],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(path), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert result.stdout == "Run(converged: 5 updates in 4 epochs, w = [1, 1.5, 1])\n"
    return True


@pytest.mark.parametrize("zipped", [False, True])
def test_it_learns_where_no_folder_can_be_made(tmp_path, zipped):
    """Where each folder would be is a file: this stops root too, whom no permission does."""
    path = tmp_path / "lib"
    unused = shutil.ignore_patterns("__pycache__", "*.egg-info")
    shutil.copytree(LIB, path, ignore=unused)
    (path / "perceptrons" / "_core" / "kernels" / "__pycache__").touch()
    if zipped:
        path = shutil.make_archive(path, "zip", path)
    assert learns(tmp_path, path, HOME=os.devnull, NUMBA_CACHE_DIR=f"{os.devnull}/cache")


def test_it_learns_on_a_read_only_disk_without_a_home(tmp_path, unavailable):
    sealed = "bwrap", "--ro-bind", "/", "/", "--dev", "/dev"
    try:
        subprocess.run([*sealed, "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        unavailable("no bubblewrap that may show the disk as read-only")
    assert learns(tmp_path, LIB, *sealed, TMPDIR="/nonexistent")

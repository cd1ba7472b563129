"""The online rule on blocks is the online rule on the table, to the bit, whatever happens on the way."""

import os
import random
import signal
import subprocess
import sys
import time
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array
from sklearn.linear_model import Perceptron

from perceptrons import blocks, data, perceptron, stream
from perceptrons._core import kernels
from perceptrons.geometry import augment

NUMBERS = {
    "integers": lambda rng, shape: rng.integers(-4, 5, shape).astype(float),
    "eighths": lambda rng, shape: rng.integers(-40, 41, shape) / 8,
    # w·z is often zero on paper and a rounding error in floats: the order of summation decides.
    "tenths": lambda rng, shape: rng.integers(-5, 6, shape) / 10,
    "floats": lambda rng, shape: rng.normal(size=shape),
}
RATES = [1.0, 0.3, Fraction(1, 4), lambda k, z: Fraction(1 + int(z[0] > 0), k)]


def table(kind, n, d, seed):
    """Return X, t and a start; a tenth of the targets is flipped, a third of the numbers is 0."""
    rng = np.random.default_rng(seed)
    X, w = kind(rng, (n, d)), kind(rng, d + 1)
    X[rng.random((n, d)) < 0.3] = 0
    t = np.where((w[0] + X @ w[1:] > 0) ^ (rng.random(n) < 0.1), 1, -1)
    return X, t, kind(rng, d + 1) + 0.0  # no -0.0, which sparse rows cannot turn to 0.0


def same(streamed, run):
    """Assert that a streamed run is the run on the whole table."""
    assert streamed.w.tobytes() == run.w.tobytes()
    assert streamed.mistakes.tolist() == run.mistakes.tolist()
    for name in ("n", "epochs", "updates", "presentations", "converged", "at_zero"):
        assert getattr(streamed, name) == getattr(run, name), name


@settings(max_examples=400)
@given(
    kind=st.sampled_from(list(NUMBERS.values())),
    n=st.integers(1, 60),
    d=st.integers(1, 4),
    seed=st.integers(0, 2**32 - 1),
    cuts=st.sets(st.integers(1, 59)),
    form=st.sampled_from([np.array, csr_array]),
    at_zero=st.sampled_from([-1, 0, 1]),
    eta=st.sampled_from(RATES),
    started=st.booleans(),
)
def test_the_same_bits_as_on_the_whole_table(kind, n, d, seed, cuts, form, at_zero, eta, started):
    X, t, w = table(kind, n, d, seed)
    assume(n <= 8 or abs(t.sum()) < n)  # of one class, neither takes more
    X, w = form(X), w if started else None
    ends = [0, *sorted(cut for cut in cuts if cut < n), n]
    source = [(X[a:b], t[a:b]) for a, b in pairwise(ends)]
    options = {"eta": eta, "w": w, "at_zero": at_zero, "max_epochs": 6}
    same(stream.online(source, **options), perceptron.online(X, t, **options))


@pytest.mark.parametrize("size", [1, 7, 64, 500])
@pytest.mark.parametrize("at_zero", [-1, 0, 1])
@pytest.mark.parametrize("form", [np.array, csr_array])
def test_without_numba(form, at_zero, size, monkeypatch):
    def absent(function):
        raise ImportError("No module named 'numba'")

    monkeypatch.setattr(kernels, "compiled", absent)
    X, t, _ = table(NUMBERS["tenths"], 500, 3, seed=1)
    options = {"at_zero": at_zero, "max_epochs": 4}
    source = blocks.Rows(form(X), t, size=size)
    same(stream.online(source, **options), perceptron.online(form(X), t, **options))


def test_the_updates_of_scikit_learn():
    X, t = data.cloud(3000, 5, margin=0.02, seed=1, flips=0.05)
    model = Perceptron(shuffle=False, fit_intercept=False)
    for _ in range(5):
        for A, targets in blocks.Rows(augment(X), t, size=700):
            model.partial_fit(A, targets, classes=[-1, 1])
    run = stream.online(blocks.Rows(X, t, size=512), max_epochs=5)
    assert run.w.tobytes() == model.coef_[0].tobytes()


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_from_files(dtype, tmp_path):
    X, t = data.cloud(2000, 4, margin=0.02, seed=2)  # dyadic: float32 holds every number
    blocks.save([(X, t)], tmp_path, dtype=dtype)
    source = blocks.Rows(tmp_path / "X.npy", tmp_path / "t.npy", size=300)
    same(stream.online(source), perceptron.online(X, t))


def test_from_sparse_files(tmp_path):
    mail = data.spam(1000)
    blocks.save([(mail.X, mail.t)], tmp_path, dtype="int16")
    source = blocks.CsrRows(tmp_path, d=mail.X.shape[1], size=130)
    run = perceptron.online(mail.X, mail.t)
    streamed = stream.online(source)
    same(streamed, run)
    assert streamed.predict(mail.X).tolist() == run.predict(mail.X).tolist() == mail.t.tolist()


# Integers of sparse rows are read as they are stored; other types, and rows out of order, are copied first.
@pytest.mark.parametrize("dtype", ["i1", "i2", "i4", "i8", "u1", "u8", "?", "f4", "f8"])
@pytest.mark.parametrize("eta", [0.1, lambda k, z: 1 / k], ids=["a rate", "a schedule"])
def test_sparse_rows_of_any_type(dtype, eta):
    X, t, w = table(NUMBERS["tenths"], 200, 5, seed=4)
    scale = 2.0**50 if dtype in ("i8", "u8") else 10
    stored = csr_array(np.abs(X * scale).astype(dtype))
    whole = perceptron.online(stored.astype("f8"), t, w=w, eta=eta, max_epochs=4)
    source = [(stored[:70], t[:70]), (stored[70:], t[70:])]
    same(stream.online(source, w=w, eta=eta, max_epochs=4), whole)
    assert whole.updates > 100


def test_sparse_integers_twice_in_a_place():
    columns, ends = [2, 0, 2, 1, 1], [0, 3, 5]
    X = csr_array((np.array([1, 2, 3, 4, -4], dtype="i2"), columns, ends), shape=(2, 3))
    run = stream.online([(X, [1, -1])])
    assert run.w.tobytes() == perceptron.online(X.toarray(), [1, -1]).w.tobytes()
    assert X.nnz == 5


def test_not_converging_is_an_answer():
    run = stream.online(blocks.Rows(*data.xor(), size=3), max_epochs=50)
    assert repr(run) == "Streamed(not converged: 200 updates in 50 epochs, w = [0, 0, 0])"


# Shuffled


@pytest.fixture
def shown(monkeypatch):
    """Return the list of rows presented, by their first feature; every block has a mistake."""
    rows = []

    def learn(X, t, w, eta, at_zero, order, k):
        rows.append(X[np.asarray(order), 0].astype(int).tolist())
        return 1

    monkeypatch.setattr(stream, "_learn", learn)
    return rows


def test_each_epoch_shuffles_the_blocks_and_the_rows_in_each(shown):
    X, t = np.arange(60)[:, None], np.resize([1, -1], 60)
    source = blocks.Rows(X, t, size=10)
    stream.online(source, max_epochs=4, rng=7)
    epochs = [shown[6 * e : 6 * e + 6] for e in range(4)]
    given = [list(range(a, a + 10)) for a in range(0, 60, 10)]
    for epoch in epochs:
        assert sorted(sorted(block) for block in epoch) == given
        assert [sorted(block) for block in epoch] != given
        assert all(block != sorted(block) for block in epoch)
        assert len({tuple(i % 10 for i in block) for block in epoch}) == 6
    assert len({tuple(block[0] // 10 for block in epoch) for epoch in epochs}) == 4

    stream.online(source, max_epochs=4, rng=np.random.default_rng(7))
    assert shown[24:] == shown[:24]
    stream.online(source, max_epochs=1, rng=8)
    assert shown[48:] != shown[:6]
    stream.online(source, max_epochs=1)
    assert shown[54:] == given


def test_shuffled_patterns_keep_their_targets():
    X, t = data.cloud(500, 3, margin=0.05, seed=4)
    order = np.argsort(t)  # one class after the other
    source = blocks.Rows(X[order], t[order], size=64)
    run = stream.online(source, rng=1)
    assert run.converged
    assert run.predict(X).tolist() == t.tolist()
    assert run.epochs < stream.online(source).epochs


# Checkpoints


class Death(Exception):
    """The end of a process, as far as one process can tell."""


class Dying:
    """Blocks that die when they are asked for the last time."""

    def __init__(self, source, lives):
        self.source, self.lives = source, lives

    def __len__(self):
        return len(self.source)

    def __getitem__(self, b):
        self.lives -= 1
        if not self.lives:
            raise Death
        return self.source[b]


@pytest.fixture
def no_disk(monkeypatch):
    """Do not wait for the disk, hundreds of times; `test_killed_at_any_moment` does."""
    monkeypatch.setattr(os, "fsync", lambda file: None)


@pytest.mark.usefixtures("no_disk")
@pytest.mark.parametrize("rng", [None, 3])
@pytest.mark.parametrize("eta", [1.0, lambda k, z: 1 / k])
def test_death_at_any_block_loses_nothing(eta, rng, tmp_path):
    X, t, w = table(NUMBERS["tenths"], 50, 3, seed=5)
    source, file = blocks.Rows(X, t, size=17), tmp_path / "run.npz"
    options = {"eta": eta, "w": w, "at_zero": 1, "max_epochs": 3, "rng": rng}
    whole = stream.online(source, **options)
    assert whole.epochs == 3
    options |= {"checkpoint": file, "every": 1e-9}
    for lives in range(1, 13):  # 9 blocks; before them the first and the last, and again the first
        with pytest.raises(Death):
            stream.online(Dying(source, lives), **options)
        again = Dying(source, 100)
        same(stream.online(again, **options), whole)
        read = 100 - again.lives
        # Nothing that was written is done again: before the first write, all; else what is left.
        assert read == (12 if lives <= 4 else 15 - lives)
        file.unlink()


def test_many_deaths_one_after_the_other(tmp_path):
    X, t, _ = table(NUMBERS["floats"], 50, 3, seed=6)
    source, file = blocks.Rows(X, t, size=11), tmp_path / "run.npz"
    deaths = 0
    while True:
        try:
            run = stream.online(Dying(source, 6), max_epochs=6, checkpoint=file, every=1e-9)
            break
        except Death:
            deaths += 1
    assert deaths == 10
    same(run, perceptron.online(X, t, max_epochs=6))


@pytest.mark.parametrize("step", ["savez", "fsync", "replace"])
def test_death_while_the_checkpoint_is_written(step, tmp_path, monkeypatch):
    X, t, _ = table(NUMBERS["tenths"], 50, 3, seed=5)
    source, file = blocks.Rows(X, t, size=11), tmp_path / "run.npz"
    with pytest.raises(Death):
        stream.online(Dying(source, 9), max_epochs=5, checkpoint=file, every=1e-9)
    before = file.read_bytes()

    def die(*args, **kwargs):
        if step == "savez":
            args[0].write(b"half")
        raise Death

    place = {"savez": np, "fsync": os, "replace": type(file)}[step]
    with monkeypatch.context() as patch:
        patch.setattr(place, step, die)
        with pytest.raises(Death):
            stream.online(source, max_epochs=5, checkpoint=file, every=1e-9)
    assert file.read_bytes() == before
    run = stream.online(source, max_epochs=5, checkpoint=file)
    same(run, perceptron.online(X, t, max_epochs=5))


def test_a_finished_run_answers_at_once_and_goes_on_if_more_epochs_are_allowed(tmp_path):
    X, t = data.cloud(300, 3, margin=0.02, seed=7)
    source, file = blocks.Rows(X, t, size=50), tmp_path / "run.npz"
    first = stream.online(source, max_epochs=3, checkpoint=file)
    assert not first.converged
    same(stream.online(Dying(source, 3), max_epochs=3, checkpoint=file), first)
    whole = perceptron.online(X, t)
    assert whole.converged
    same(stream.online(source, checkpoint=file), whole)
    same(stream.online(Dying(source, 3), checkpoint=file), whole)


def test_nothing_is_written_more_often_than_asked(tmp_path, monkeypatch):
    written = []
    monkeypatch.setattr(stream, "save", lambda *args, **state: written.append(state))
    source = blocks.Rows(*data.cloud(300, 3, margin=0.02, seed=7), size=50)
    run = stream.online(source, checkpoint=tmp_path / "run.npz", every=3600)
    # Once after the first block, so that a path that cannot be written is known at once; and at the end.
    assert [state["done"] for state in written][-1] == 6
    assert len(written) == 2
    assert run.epochs > 2


def test_a_checkpoint_of_another_run_is_refused(tmp_path):
    source, file = blocks.Rows(*data.modified_or(), size=2), tmp_path / "run.npz"
    options = {"eta": 0.5, "w": [1, 1, 1], "at_zero": 1, "rng": 3}
    stream.online(source, **options, checkpoint=file)
    others = {
        "eta": (0.25, "eta = 0.5, but this one has eta = 0.25"),
        "w": ([1, 1, 2], "w = [0-9a-f]{16}, but"),
        "at_zero": (0, "at_zero = 1, but this one has at_zero = 0"),
        "rng": (None, "rng = [0-9]+, but this one has rng = None"),
    }
    for name, (value, message) in others.items():
        with pytest.raises(ValueError, match=rf"run\.npz' is of a run with {message}.* another"):
            stream.online(source, **options | {name: value}, checkpoint=file)
    with pytest.raises(ValueError, match="blocks = 2, but this one has blocks = 4"):
        stream.online(blocks.Rows(*data.modified_or(), size=1), **options, checkpoint=file)


def test_a_checkpoint_of_another_table_is_refused(tmp_path):
    X, t = data.cloud(300, 3, margin=0.02, seed=7)
    file = tmp_path / "run.npz"
    run = stream.online(blocks.Rows(X, t, size=200), checkpoint=file)
    assert run.converged
    others = {
        "a row more": (np.vstack([X, -X[:1]]), np.append(t, t[0])),
        "a label": (X, np.append(t[:-1], -t[-1])),
        "a number": (X + np.eye(300, 3), t),
    }
    for other in others.values():
        with pytest.raises(ValueError, match=r"run with first and last block = .*delete that one"):
            stream.online(blocks.Rows(*other, size=200), checkpoint=file)
    saved = blocks.save([(X[:200], t[:200]), (X[200:], t[200:])], tmp_path / "table")
    moved = blocks.Rows(saved.X, saved.t, size=200)  # the same table, now in files
    same(stream.online(moved, checkpoint=file), run)


def test_a_file_that_is_no_checkpoint_is_refused_and_kept(tmp_path):
    source, file = blocks.Rows(*data.modified_or()), tmp_path / "run.npz"
    for write in (
        lambda: file.write_text("notes"),
        lambda: file.write_bytes(b""),
        lambda: np.savez(file, w=[1]),
    ):
        write()
        before = file.read_bytes()
        with pytest.raises(ValueError, match=r"run\.npz' is another kind of file: name a new one"):
            stream.online(source, checkpoint=file)
        assert file.read_bytes() == before


def test_a_path_that_cannot_be_written_is_known_after_the_first_block(tmp_path):
    source = Dying(blocks.Rows(*data.modified_or(), size=1), 5)
    with pytest.raises(FileNotFoundError):
        stream.online(source, checkpoint=tmp_path / "nowhere" / "run.npz")


TRAIN = """
import sys, time
from perceptrons import blocks, stream

class Slow(blocks.Rows):
    def __getitem__(self, b):
        time.sleep(0.005)
        return super().__getitem__(b)

X, t, file = sys.argv[1:]
run = stream.online(Slow(X, t, size=100), max_epochs=6, checkpoint=file, every=0.01)
print(run.mistakes.tolist(), run.w.tobytes().hex())
"""


def test_killed_at_any_moment(tmp_path):
    X, t, _ = table(NUMBERS["tenths"], 3000, 3, seed=8)
    np.save(tmp_path / "X.npy", X)
    np.save(tmp_path / "t.npy", t)
    files = [str(tmp_path / name) for name in ("X.npy", "t.npy", "run.npz")]
    command, chance = [sys.executable, "-c", TRAIN, *files], random.Random(1)

    def written():
        return (tmp_path / "run.npz").exists() and (tmp_path / "run.npz").stat().st_mtime_ns

    for _ in range(2):
        before = written()
        with subprocess.Popen(command) as child:
            while written() == before:  # it gets further than the one before
                time.sleep(0.01)
                assert child.poll() is None, "it ended before it could be killed"
            with pytest.raises(subprocess.TimeoutExpired):
                child.wait(chance.uniform(0, 0.1))
            child.send_signal(signal.SIGKILL)
        assert child.returncode == -signal.SIGKILL
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    run = perceptron.online(X, t, max_epochs=6)
    assert out == f"{run.mistakes.tolist()} {run.w.tobytes().hex()}\n"


# Memory

LIMITED = """
import resource, sys
from pathlib import Path
import numpy as np
from perceptrons import blocks, stream

def status(name):
    return int(Path("/proc/self/status").read_text().split(name + ":")[1].split()[0]) * 1024

stream.online([([[1.0]], [1])], max_epochs=1)  # what the library itself needs
resource.setrlimit(resource.RLIMIT_DATA, (status("VmData") + 50_000_000,) * 2)
run = stream.online(blocks.Rows(*sys.argv[1:]), max_epochs=1)
try:
    np.load(sys.argv[1])
except MemoryError:
    print(run.n, run.w[0])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits what a process allocates")
def test_a_table_ten_times_as_large_as_the_memory(tmp_path):
    n = 3_125_000
    # 500 MB of zeros, for which the file system need not store anything.
    np.lib.format.open_memmap(tmp_path / "X.npy", mode="w+", dtype=float, shape=(n, 20))
    np.save(tmp_path / "t.npy", np.where(np.arange(n), 1, -1).astype(np.int8))
    paths = [str(tmp_path / "X.npy"), str(tmp_path / "t.npy")]
    result = subprocess.run(
        [sys.executable, "-c", LIMITED, *paths], capture_output=True, text=True, check=False
    )
    assert result.stdout == f"{n} 1.0\n", result.stderr


X, T = data.modified_or()

"""Measure the library side by side with its peers (`make bench`).

    python tools/bench.py [NAME...] [--rounds 7] [--save FILE]

Each round runs every candidate once, one after the other, so that a busy machine slows them alike.
The clock is the CPU time of this thread. A ratio is the median over the rounds of the ratios within
each round, with [least, largest]: above 1 the library is the faster one. Everything has run once
before the clock starts: numba has compiled, and the candidates agree, on the perceptron's weights
to the last bit (its data are dyadic, every sum is exact), on Adaline's to rounding.
"""

from __future__ import annotations

import os

for variable in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ[variable] = "1"  # before NumPy is imported

import argparse
import ctypes
import gc
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import vstack
from sklearn.datasets import load_digits
from sklearn.linear_model import Perceptron, SGDClassifier, SGDRegressor

from perceptrons import adaline, blocks, cluster, data, multiclass, perceptron, stream, variants
from perceptrons._core import kernels
from perceptrons._core.kernels import competing, lms
from perceptrons.geometry import augment, reflect

SEED = 1
MANY = 10**6  # epochs, where the data are separable
PRESENTATIONS = 300_000  # the naive loop makes no more epochs than that; its time is scaled up
PACKAGES = ["numpy", "scipy", "numba", "scikit-learn", "distributed"]
PAGE = Path(__file__).parents[1] / "book" / "speed.md"


class Absent(Exception):
    """The peer is not installed."""


@dataclass
class Case:
    """One workload: the calls that are timed, and what is asked of them."""

    about: str
    calls: dict[str, Callable[[], Any]]
    longer: dict[str, float] = field(default_factory=dict)  # what a call of fewer epochs is worth
    copied: int = 0  # bytes of the patterns that the library copies, from files of one block
    goal: float = 1  # the least ratio of peer to ours
    folder: Any = None  # temporary, and deleted with the case


# The perceptron ----------------------------------------------------------------------------------
# scikit-learn is given patterns with the constant feature, made beforehand. The library starts from
# raw patterns, and so does the naive loop: checking, copying and reflecting is part of their time.


def naive(X: Any, t: Any, epochs: int) -> Any:
    """Train as a first course prints it: an index, a row, a product."""
    Z = np.column_stack([np.ones(len(X)), X]) * t[:, None]
    w = np.zeros(Z.shape[1])
    for _ in range(epochs):
        for i in range(len(Z)):
            if w @ Z[i] <= 0:
                w += Z[i]
    return w


def naive_sparse(X: Any, t: Any, epochs: int) -> Any:
    """Do the same on the entries of each sparse row."""
    Z = reflect(X, t)
    w = np.zeros(Z.shape[1])
    for _ in range(epochs):
        for i in range(Z.shape[0]):
            part = slice(Z.indptr[i], Z.indptr[i + 1])
            if w[Z.indices[part]] @ Z.data[part] <= 0:
                w[Z.indices[part]] += Z.data[part]
    return w


def rule(X: Any, t: Any, goal: float = 1, max_epochs: int = MANY) -> Case:
    """Compare `perceptron.online` with scikit-learn's Perceptron and with the naive loop."""
    A, Z = augment(X), reflect(X, t)
    dense = isinstance(Z, np.ndarray)
    by_index = naive if dense else naive_sparse
    run = perceptron.online(X, t, max_epochs=max_epochs)
    few = max(1, min(run.epochs, PRESENTATIONS // run.n))

    def ours(max_epochs: int = max_epochs, rng: int | None = None) -> Any:
        return perceptron.online(X, t, max_epochs=max_epochs, rng=rng)

    def peer(shuffle: bool = False) -> Any:
        options = {"tol": None, "fit_intercept": False, "random_state": SEED}
        return Perceptron(max_iter=run.epochs, shuffle=shuffle, **options).fit(A, t)

    def products() -> None:
        for _ in range(run.epochs):
            Z @ run.w

    calls = {
        "ours": ours,
        "no numba": lambda: without_numba(kernels, ours),
        "peer": peer,
        "naive": lambda: by_index(X, t, few),
        "products": products,
        "shuffled": lambda: ours(run.epochs, SEED),
        "peer shuffled": lambda: peer(shuffle=True),
    }
    if compiler := shutil.which("gcc"):
        loop = in_c(compiler)
        calls["C"] = lambda: loop(reflect(X, t), run.epochs)
        assert np.array_equal(calls["C"](), run.w), "the loop in C disagrees"
    assert np.array_equal(calls["no numba"]().w, run.w), "the form without numba disagrees"
    assert np.array_equal(calls["peer"]().coef_[0], run.w), "scikit-learn disagrees"
    assert np.array_equal(calls["naive"](), ours(few).w), "the naive loop disagrees"
    about = f"{run.n} x {X.shape[1]}, {run.updates} updates, {run.epochs} epochs"
    longer = {"naive": run.epochs / few, "shuffled": run.epochs / ours(run.epochs, SEED).epochs}
    return Case(about, calls, longer, size(Z), goal)


IN_C = """
long dense(const double *Z, double *w, long n, long D, long epochs) {
    for (long epoch = 0; epoch < epochs; epoch++)
        for (const double *z = Z; z < Z + n * D; z += D) {
            double g = 0;
            for (long j = 0; j < D; j++) g += w[j] * z[j];
            if (g <= 0) for (long j = 0; j < D; j++) w[j] += z[j];
        }
    return 0;
}
long sparse(const double *value, const int *column, const int *start, double *w, long n, long epochs) {
    for (long epoch = 0; epoch < epochs; epoch++)
        for (long i = 0; i < n; i++) {
            double g = 0;
            for (int s = start[i]; s < start[i + 1]; s++) g += w[column[s]] * value[s];
            if (g <= 0) for (int s = start[i]; s < start[i + 1]; s++) w[column[s]] += value[s];
        }
    return 0;
}
"""


def in_c(compiler: str) -> Callable[[Any, int], Any]:
    """Return the plain loop in C, for dense or sparse reflected patterns and a number of epochs."""
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder, "loop.c"), Path(folder, "loop.so")
        source.write_text(IN_C)
        command = [compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", library, source]
        subprocess.run(command, check=True)
        loops = ctypes.CDLL(str(library))

    def train(Z: Any, epochs: int) -> Any:
        (n, D), w = Z.shape, np.zeros(Z.shape[1])
        dense = isinstance(Z, np.ndarray)
        arrays = [Z, w] if dense else [Z.data, Z.indices, Z.indptr, w]
        loop, sizes = (loops.dense, (n, D, epochs)) if dense else (loops.sparse, (n, epochs))
        loop(*(ctypes.c_void_p(a.ctypes.data) for a in arrays), *map(ctypes.c_long, sizes))
        return w

    return train


def size(Z: Any) -> int:
    """Return the bytes of dense or sparse rows."""
    parts = [Z] if isinstance(Z, np.ndarray) else [Z.data, Z.indices, Z.indptr]
    return sum(part.nbytes for part in parts)


def cloud(n: int, d: int, margin: float, flips: float = 0.0, max_epochs: int = MANY) -> Case:
    X, t = data.cloud(n, d, margin=margin, seed=SEED, flips=flips)
    return rule(X, t, 3, max_epochs)


def wide(n: int, d: int) -> Case:
    """More features than patterns: any targets can be separated."""
    rng = np.random.default_rng(SEED)
    return rule(np.rint(rng.normal(size=(n, d)) * 64) / 64, rng.choice([-1, 1], n))


def of_river(n: int = 1000, epochs: int = 6) -> Case:
    """Compare with river, to whose Perceptron each pattern comes alone, in a dictionary."""
    try:
        from river import linear_model
    except ImportError as error:
        raise Absent("river is not installed: pip install river") from error
    X, t = data.cloud(n, 2, margin=0.01, seed=SEED)
    stream = [(dict(enumerate(x)), int(y > 0)) for x, y in zip(X.tolist(), t, strict=True)]

    def peer() -> Any:
        model = linear_model.Perceptron(l2=0)
        for _ in range(epochs):
            for x, y in stream:
                model.learn_one(x, y)
        return model

    calls = {"ours": lambda: perceptron.online(X, t, max_epochs=epochs), "peer": peer}
    return Case(f"river's learn_one: {n} x 2, {epochs} epochs", calls)


# Averages, and many classes ----------------------------------------------------------------------


def average(epochs: int = 20) -> Case:
    """Compare a run and `variants.averaged` with scikit-learn's averaged perceptron."""
    X, t = data.cloud(10**4, 5, margin=0.02, seed=SEED, flips=0.05)
    A = augment(X)

    def ours() -> Any:
        return variants.averaged(perceptron.online(X, t, max_epochs=epochs))

    def peer() -> Any:
        options = {"penalty": None, "learning_rate": "constant", "shuffle": False, "tol": None}
        model = SGDClassifier(loss="perceptron", average=True, eta0=1, max_iter=epochs, **options)
        return model.set_params(fit_intercept=False).fit(A, t)

    def by_index() -> Any:
        Z = np.column_stack([np.ones(len(X)), X]) * t[:, None]
        w, total = np.zeros(Z.shape[1]), np.zeros(Z.shape[1])
        for _ in range(epochs):
            for i in range(len(Z)):
                if w @ Z[i] <= 0:
                    w += Z[i]
                total += w
        return total / (epochs * len(Z))

    calls = {"ours": ours, "no numba": lambda: without_numba(kernels, ours)}
    calls |= {"peer": peer, "naive": by_index}
    w = ours()
    for other in (calls["no numba"](), peer().coef_[0], by_index()):
        np.testing.assert_allclose(w, other, rtol=1e-9, atol=1e-12)
    about = f"SGDClassifier with average=True: {len(X)} x 5, {epochs} epochs"
    return Case(about, calls, copied=A.nbytes)


def many_classes() -> Case:
    """Compare `multiclass.online` with scikit-learn's ten perceptrons, one against the rest."""
    X, labels = load_digits(return_X_y=True)
    A = augment(X)
    run = multiclass.online(X, labels)
    few = max(1, min(run.epochs, PRESENTATIONS // (10 * run.n)))

    def ours(max_epochs: int = MANY) -> Any:
        return multiclass.online(X, labels, max_epochs=max_epochs)

    def peer() -> Any:
        options = {"shuffle": False, "tol": None, "fit_intercept": False}
        return Perceptron(max_iter=run.epochs, **options).fit(A, labels)

    def by_index() -> Any:
        A, W = np.column_stack([np.ones(len(X)), X]), np.zeros((10, X.shape[1] + 1))
        for _ in range(few):
            for i in range(len(A)):
                g = W @ A[i]
                own, g[labels[i]] = g[labels[i]], -np.inf
                rival = g.argmax()
                if own <= g[rival]:
                    W[labels[i]] += A[i]
                    W[rival] -= A[i]
        return W

    calls = {"ours": ours, "no numba": lambda: without_numba(competing, ours)}
    calls |= {"peer": peer, "naive": by_index}
    assert np.array_equal(calls["no numba"]().W, run.W), "the form without numba disagrees"
    assert np.array_equal(by_index(), ours(few).W), "the naive loop disagrees"
    about = (
        f"ten perceptrons of scikit-learn, one against the rest: {run.n} x {X.shape[1]}, "
        f"{run.updates} updates, {run.epochs} epochs"
    )
    return Case(about, calls, {"naive": run.epochs / few}, copied=A.nbytes)


# From files --------------------------------------------------------------------------------------
# Both read the same rows from .npy files in every epoch, in blocks of the size that suits each.


def from_files(X: Any, t: Any, epochs: int, dtype: str = "float64") -> Case:
    """Compare `stream.online` with partial_fit of scikit-learn's Perceptron."""
    folder = tempfile.TemporaryDirectory()
    raw, augmented = Path(folder.name, "raw"), Path(folder.name, "augmented")
    source = blocks.save([(X, t)], raw, dtype=dtype)
    theirs = replace(blocks.save([(augment(X), t)], augmented, dtype=dtype), size=2**16)

    def ours() -> Any:
        return stream.online(source, max_epochs=epochs)

    def peer() -> Any:
        model = Perceptron(shuffle=False, fit_intercept=False)
        for _ in range(epochs):
            for A, targets in theirs:
                model.partial_fit(A, targets, classes=[-1, 1])
        return model

    calls = {"ours": ours, "no numba": lambda: without_numba(kernels, ours), "peer": peer}
    run, memory = ours(), perceptron.online(X, t, max_epochs=epochs)
    for w in (memory.w, calls["no numba"]().w, peer().coef_[0]):
        assert np.array_equal(run.w, w), "the forms disagree"
    about = f"partial_fit, from files of {dtype}: {run.n} x {X.shape[1]}, {run.epochs} epochs"
    return Case(about, calls, copied=size(reflect(*source[0])), folder=folder)


def more_mail(copies: int) -> Any:
    """Return the mail again and again: X (n, d) and t (n,)."""
    X, t, *_ = data.spam()
    return vstack([X] * copies).tocsr(), np.tile(t, copies)


# Adaline -----------------------------------------------------------------------------------------


def squares() -> tuple[Any, Any, Any]:
    """Return patterns, the same with the constant feature, and targets, for squared errors."""
    X, t = data.cloud(10**4, 20, margin=0.02, seed=SEED, flips=0.05)
    return X, augment(X), t.astype(float)


def incremental(epochs: int = 20, eta: float = 2**-7) -> Case:
    """Compare `adaline.online` with scikit-learn's SGDRegressor and with the naive loop."""
    X, A, t = squares()

    def ours() -> Any:
        return adaline.online(X, t, eta=eta, epochs=epochs)

    def peer() -> Any:
        options = {"penalty": None, "learning_rate": "constant", "shuffle": False, "tol": None}
        model = SGDRegressor(eta0=eta, max_iter=epochs, fit_intercept=False, **options)
        return model.fit(A, t)

    def by_index() -> Any:
        w = np.zeros(A.shape[1])
        for _ in range(epochs):
            for i in range(len(A)):
                w += eta * (t[i] - w @ A[i]) * A[i]
        return w

    calls = {
        "ours": ours,
        "no numba": lambda: without_numba(lms, ours),
        "peer": peer,
        "naive": by_index,
    }
    w = ours().w
    for other in (calls["no numba"]().w, peer().coef_, by_index()):
        np.testing.assert_allclose(w, other, rtol=1e-9, atol=1e-12)
    return Case(f"SGDRegressor: {len(A)} x 20, {epochs} epochs", calls, copied=A.nbytes)


def in_batches(epochs: int = 50) -> Case:
    """Compare `adaline.batch` with its formula in NumPy."""
    X, A, t = squares()
    eta = adaline.critical_rate(X) / 2

    def ours() -> Any:
        return adaline.batch(X, t, eta=eta, epochs=epochs)

    def peer() -> Any:
        w = np.zeros(A.shape[1])
        for _ in range(epochs):
            w += eta * A.T @ (t - A @ w)
        return w

    np.testing.assert_allclose(ours().w, peer(), rtol=1e-9, atol=1e-12)
    about = f"NumPy's A.T @ (t - A @ w): {len(A)} x 20, {epochs} epochs"
    return Case(about, {"ours": ours, "peer": peer}, copied=A.nbytes)


def in_batches_of_mlxtend(epochs: int = 50) -> Case:
    """Compare `adaline.batch` with mlxtend's Adaline: as many steps, from a start of its own."""
    try:
        from mlxtend.classifier import Adaline
    except ImportError as error:
        raise Absent("mlxtend is not installed: pip install mlxtend") from error
    case, (X, _, t) = in_batches(epochs), squares()
    eta, y = adaline.critical_rate(X) / 2, (t > 0).astype(int)
    case.calls["peer"] = lambda: Adaline(eta, epochs, minibatches=1, random_seed=0).fit(X, y)
    case.about = f"mlxtend's Adaline: {len(X)} x 20, {epochs} epochs"
    return case


WORKLOADS: dict[str, Callable[[], Case]] = {
    "or-4": lambda: rule(*data.modified_or()),
    "cloud-1e3x2": lambda: cloud(10**3, 2, 0.01),
    "cloud-1e3x2-river": of_river,
    "cloud-1e4x5-tight": lambda: cloud(10**4, 5, 0.001),
    "cloud-1e5x20": lambda: cloud(10**5, 20, 0.02),
    "cloud-1e6x20": lambda: cloud(10**6, 20, 0.02),
    "noisy-1e4x5": lambda: cloud(10**4, 5, 0.02, flips=0.05, max_epochs=20),
    "highd-1e3x1e4": lambda: wide(10**3, 10**4),
    "spam-1000": lambda: rule(*data.spam(1000)[:2]),
    "spam-6046": lambda: rule(*data.spam()[:2]),
    "files-1e6x20": lambda: from_files(*data.cloud(10**6, 20, margin=0.02, seed=SEED), 3),
    "files-60460-mails": lambda: from_files(*more_mail(10), 3, "int16"),
    "averaged-1e4x5": average,
    "digits-10-classes": many_classes,
    "lms-1e4x20": incremental,
    "batch-1e4x20": in_batches,
    "batch-1e4x20-mlxtend": in_batches_of_mlxtend,
}


# Measuring ---------------------------------------------------------------------------------------


def without_numba(module: Any, call: Callable[[], Any]) -> Any:
    """Make the call as on a machine where numba is not installed."""

    def absent(function: Any) -> Any:
        raise ImportError

    compiled, module.compiled = module.compiled, absent
    try:
        return call()
    finally:
        module.compiled = compiled


def cpu_time(call: Callable[[], Any]) -> float:
    """Return the seconds of CPU that one call takes, from at least 2 ms of calls."""
    calls, begun = 0, time.thread_time()
    while True:
        call()
        calls += 1
        if (taken := time.thread_time() - begun) > 2e-3:
            return taken / calls


def measure(case: Case, rounds: int, seconds: float = 15) -> dict[str, Any]:
    """Return the times of every candidate, one a round; at least 3 rounds, then time decides."""
    times: dict[str, list[float]] = {name: [] for name in case.calls}
    begun = time.perf_counter()
    gc.collect()
    gc.disable()
    for done in range(1, rounds + 1):
        for name, call in case.calls.items():
            times[name].append(cpu_time(call) * case.longer.get(name, 1))
        if done >= 3 and time.perf_counter() - begun > seconds:
            break
    gc.enable()
    return {name: np.array(values) for name, values in times.items()}


def peak(case: Case) -> float:
    """Return the megabytes that our call needs at once, beyond its copy of the patterns."""
    tracemalloc.start()
    case.calls["ours"]()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return (most - case.copied) / 1e6


FRESH = "import time; begun = time.process_time(); {}; print(time.process_time() - begun)"
CORE = "from perceptrons import perceptron"
FIRST = f"{CORE}; perceptron.online([[2], [-1]], [1, -1])"


def fresh(statements: str, times: int = 5, **environment: str) -> float:
    """Return the median seconds of CPU that the statements take in a new Python process."""
    command, env = [sys.executable, "-c", FRESH.format(statements)], {**os.environ, **environment}
    return float(
        np.median([float(subprocess.check_output(command, env=env)) for _ in range(times)])
    )


def starts() -> Iterator[tuple[str, float]]:
    """Yield what a new process waits for, and the seconds."""
    yield "`import perceptrons` (goal: under 0.3 s)", fresh("import perceptrons")
    yield f"`{CORE}` (goal: under 0.3 s)", fresh(CORE)
    yield "the same and a first call, with machine code kept from an earlier process", fresh(FIRST)
    with tempfile.TemporaryDirectory() as empty:
        cold = fresh(FIRST, 1, NUMBA_CACHE_DIR=empty)
    yield "the same and the very first call on a machine, which compiles", cold


def beyond() -> Iterator[tuple[str, float]]:
    """Yield what two workers on this machine take by the wall clock, and beside it one core.

    The patterns overlap, so that no run ends early.
    """
    begun = time.perf_counter()
    with cluster.local(2) as client, tempfile.TemporaryDirectory() as folder:
        yield "to start two workers", time.perf_counter() - begun
        few, many = (data.cloud(n, 20, margin=0.02, seed=SEED, flips=0.05) for n in (10**3, 10**6))
        for what, (X, t) in {"1000 x 20, nearly all of it travel": few, "1e6 x 20": many}.items():
            shards = replace(blocks.save([(X, t)], folder), size=len(t) // 2)
            yield f"a round of `cluster.train`, {what}", a_round(cluster.train, client, shards)
        yield "an epoch of `perceptron.online`, 1e6 x 20", a_round(perceptron.online, *many)


def a_round(train: Callable[..., Any], *patterns: Any) -> float:
    """Return the seconds of one round of many, without what comes before the first."""
    few, many, taken = 2, 22, []
    for epochs in (few, few, many):  # once to load and to compile
        begun = time.perf_counter()
        train(*patterns, max_epochs=epochs)
        taken.append(time.perf_counter() - begun)
    return (taken[2] - taken[1]) / (many - few)


# Reporting ---------------------------------------------------------------------------------------

COLUMNS = {
    "workload": 20, "ours ms": 8, "peer/ours": 20, "naive/ours": 23, "products/ours": 17,
    "no numba ms": 11, "naive/no numba": 20, "peak MB": 7,
    "C/ours": 20, "shuffled/ours": 20, "peer/ours, shuffled": 20,
}  # fmt: skip
LEGEND = """\
peer: scikit-learn's Perceptron with the same semantics, or the one named with the workload.
naive: the index loop in NumPy. products: one product Z @ w an epoch and nothing else, what it takes
to read the data. no numba: our form where numba is not installed. peak: memory beyond the one copy
of the patterns. C: the plain loop, by gcc -O3, in the place of ours. shuffled: an
epoch in a new order each time, beside one in order. numba is warm. Median of paired ratios of CPU time, [least, largest]."""


def ratio(times: dict[str, Any], peer: str, ours: str) -> str:
    """Return the median of the paired ratios peer/ours, the least and the largest."""
    if peer not in times or ours not in times:
        return "-"
    paired = times[peer] / times[ours]
    return f"{np.median(paired):.2f} [{paired.min():.2f},\N{NO-BREAK SPACE}{paired.max():.2f}]"


def line(name: str, times: dict[str, Any], megabytes: float) -> list[str]:
    """Return the cells of a workload."""
    ms = {k: f"{1e3 * np.median(v):.3f}" for k, v in times.items()}
    return [
        name, ms["ours"], ratio(times, "peer", "ours"), ratio(times, "naive", "ours"),
        ratio(times, "products", "ours"), ms.get("no numba", "-"),
        ratio(times, "naive", "no numba"), f"{megabytes:.2f}",
        ratio(times, "C", "ours"), ratio(times, "shuffled", "ours"),
        ratio(times, "peer shuffled", "shuffled"),
    ]  # fmt: skip


def misses(name: str, case: Case, times: dict[str, Any], megabytes: float) -> Iterator[str]:
    """Yield in words each goal that the workload misses."""
    faster = np.median(times["peer"] / times["ours"])
    if faster < case.goal:
        yield f"{name}: {faster:.2f} times as fast as its peer, goal {case.goal:g}"
    for form, how in (("ours", ""), ("no numba", "without numba ")):
        if "naive" in times and (faster := np.median(times["naive"] / times[form])) < 1:
            yield f"{name}: {how}{faster:.2f} times as fast as the naive loop, goal 1"
    for name_of, other, ours, least in (
        ("the loop in C,", "C", "ours", 1 / 1.15),
        ("an epoch in order,", "ours", "shuffled", 1 / 1.5),
        ("its peer, shuffled,", "peer shuffled", "shuffled", 1),
    ):
        if (
            other in times
            and ours in times
            and (f := np.median(times[other] / times[ours])) < least
        ):
            yield f"{name}: {f:.2f} times as fast as {name_of} goal {least:.2f}"
    if megabytes > 20:
        yield f"{name}: {megabytes:.1f} MB beyond its copy of the patterns, goal 20"


def versions() -> str:
    packages = [f"{p} {metadata.version(p)}" for p in PACKAGES]
    return f"Python {platform.python_version()}, {', '.join(packages)}."


def machine() -> str:
    """Return the name of the processor, and how busy the machine is, where the system tells it."""
    info = Path("/proc/cpuinfo")
    told = re.findall(r"model name\s*: (.+)", info.read_text("utf-8")) if info.exists() else []
    name = told[0] if told else platform.machine()
    busy = f", {os.getloadavg()[0]:.1f} programs running" if hasattr(os, "getloadavg") else ""
    return f"{name}, {len(told) or os.cpu_count()} processors{busy}"


ANSWER = {
    "cloud-1e4x5-tight": "ten thousand patterns of five features",
    "cloud-1e6x20": "a million of twenty",
    "spam-6046": "all 6,046 messages of chapter 12",
}


def rows_of(names: Sequence[str], rows: list[list[str]]) -> str:
    """Return some columns of the table as Markdown."""
    places = [list(COLUMNS).index(name) for name in names]
    cells = [list(names), [":--", *["--:"] * (len(names) - 1)]]
    cells += [[row[place] for place in places] for row in rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in cells)


def page(rows: list[list[str]], sections: dict[str, list[str]]) -> str:
    """Return the page of the book, from `bench.md`."""
    order = ["workload", "C/ours", "shuffled/ours", "peer/ours, shuffled"]
    last = ["workload", "products/ours", "no numba ms", "naive/no numba", "peak MB"]
    took = [f"{float(ms):.0f} ms for {ANSWER[name]}" for name, ms, *_ in rows if name in ANSWER]
    listed = ["\n- ".join([f"## {title}\n", *items]) for title, items in sections.items()]
    template = Path(__file__).with_suffix(".md").read_text("utf-8")
    return template.format(
        machine=machine(),
        answer=", ".join(took),
        ratios=rows_of(["workload", "ours ms", "peer/ours", "naive/ours"], rows),
        orders=rows_of(order, [row for row in rows if row[-1] != "-"]),
        sections="\n\n".join(listed),
        rest=rows_of(last, rows),
        versions=versions(),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(WORKLOADS)}")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--save", type=Path, help="also write the report to this file")
    options = parser.parse_args()
    if unknown := set(options.names) - set(WORKLOADS):
        parser.error(f"no workload {', '.join(sorted(unknown))}; there are {', '.join(WORKLOADS)}")

    def show(cells: Any) -> None:
        print(*(f"{c:<{n}}" for c, n in zip(cells, COLUMNS.values(), strict=True)), flush=True)

    print(versions(), LEGEND, "", sep="\n")
    show(COLUMNS)
    rows, abouts, short = [], [], []
    for name in options.names or WORKLOADS:
        if sys.stdout.isatty():
            print(f"{name} ...", end="\r", flush=True)
        try:
            case = WORKLOADS[name]()
        except Absent as reason:
            print(f"{name:20} skipped: {reason}")
            abouts.append(f"{name}: skipped, {reason}")
            continue
        times, megabytes = measure(case, options.rounds), peak(case)
        rows.append(line(name, times, megabytes))
        abouts.append(f"{name}: {case.about}")
        short += misses(name, case, times, megabytes)
        show(rows[-1])
    sections = {
        "Workloads": abouts,
        "What falls short": short or ["Nothing."],
        "Starting (CPU of a fresh process)": [f"{what}: {s:.2f} s" for what, s in starts()],
        "On a cluster (wall clock)": [f"{what}: {s:.3f} s" for what, s in beyond()],
    }
    for title, items in sections.items():
        print(f"\n{title}", *items, sep="\n- ")
    for file in filter(None, (None if options.names else PAGE, options.save)):
        file.write_text(page(rows, sections), encoding="utf-8")
        print(f"\nwritten: {file}")


if __name__ == "__main__":
    main()

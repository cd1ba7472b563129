"""Mixing on a cluster: the same bits as on one machine, whatever becomes of the workers."""

import os
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from functools import partial
from signal import SIGKILL

import numpy as np
import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptrons import blocks, cluster, data, mixing, perceptron
from perceptrons.cluster import homes, shards
from perceptrons.mixing import shares as mixing_shares

X, T = data.cloud(500, 5, margin=0.05, seed=1)
PARTS = [(X[rows], T[rows]) for rows in np.array_split(np.arange(500), 5)]


@pytest.fixture(scope="module")
def client():
    """Start two workers, each a process."""
    with cluster.local() as client:
        yield client


@pytest.fixture(scope="module")
def threads():
    """Start two workers in this process, which is faster."""
    with cluster.local(processes=False) as client:
        yield client


def same(run, other):
    """Tell whether two runs agree in every bit of w, and in every number of mistakes."""
    return run.w.tobytes() == other.w.tobytes() and run.mistakes.tolist() == other.mistakes.tolist()


def scale(client, workers):
    """Start or stop workers, and wait until as many are connected."""
    client.cluster.scale(workers)
    end = time.monotonic() + 30
    while len(client.nthreads()) != workers:
        assert time.monotonic() < end
        time.sleep(0.05)


# The same rounds


@pytest.mark.parametrize(
    ("kind", "workers"),
    [("threads", 1), ("client", 2), pytest.param("client", 3, marks=pytest.mark.thorough)],
)
def test_any_number_of_workers_makes_the_rounds_of_one_machine(request, kind, workers):
    client = request.getfixturevalue(kind)
    scale(client, workers)
    for mix in ("errors", "uniform"):
        run = cluster.train(client, PARTS, mix=mix)
        assert run.converged
        assert run.n == 500
        assert same(run, mixing.train(PARTS, mix=mix))


@pytest.mark.parametrize("at_zero", [0, -1, 1])
def test_options_are_those_of_one_machine(threads, at_zero):
    options = {"eta": 0.3, "w": [0, 0, -2, 0, 0, 1], "at_zero": at_zero, "max_epochs": 7}
    whole = [(np.rint(4 * A), t) for A, t in PARTS]  # many ties
    run = cluster.train(threads, whole, **options)
    assert (run.converged, run.at_zero) == (False, at_zero)
    assert same(run, mixing.train(whole, **options))


@pytest.mark.parametrize("table", [(X, T), data.spam(300)[:2]], ids=["dense", "sparse"])
def test_relay_from_files_is_the_online_rule(client, tmp_path, table):
    files = replace(blocks.save([table], tmp_path), size=-(-len(table[1]) // 4))
    run, online = cluster.relay(client, files), perceptron.online(*table)
    assert run.mistakes.shape == (online.epochs, 4)
    assert run.w.tobytes() == online.w.tobytes()
    assert run.mistakes.sum(axis=1).tolist() == online.mistakes.tolist()


# -0.0 == 0.0, but they differ in a bit.
numbers = st.sampled_from([0.0, -0.0, 1.0, -2.5, 5e-324])


@given(st.lists(st.tuples(numbers, numbers), min_size=1, max_size=9))
def test_changed_weights_are_enough_to_know_all(pairs):
    w, v = np.array(pairs).T.copy()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mixing_shares, "learn", lambda part, w, eta: (v, 1))
        part, _ = shards.learn(None, w, 1.0)
    assert shards.whole(w, part).tobytes() == v.tobytes()


def test_few_changed_weights_travel_alone():
    mail, t = data.spam(10)[:2]
    part, zero = shards.loaded(lambda: (mail, t), 0, None), np.zeros(mail.shape[1] + 1)
    v, _ = mixing_shares.learn(part, zero, 1.0)
    (columns, values), _ = shards.learn(part, zero, 1.0)
    assert columns.tolist() == np.flatnonzero(v).tolist()
    assert columns.nbytes + values.nbytes == 12 * np.count_nonzero(v) < v.nbytes


# Where the shards are


def test_each_shard_is_loaded_once_by_the_worker_that_keeps_it(client, tmp_path):
    def load(s):
        with (tmp_path / f"{s}").open("a") as file:
            print(os.getpid(), file=file)
        return PARTS[s % 5]

    workers = client.run(os.getpid).values()
    names = range(2 * len(workers))
    run = cluster.train(client, {f"part-{s}": partial(load, s) for s in names})
    assert run.epochs > 3
    loaded = [int((tmp_path / f"{s}").read_text()) for s in names]  # one line each
    assert sorted(loaded) == sorted([*workers, *workers])


def test_new_worker_takes_its_share(threads):
    scale(threads, 1)
    four = homes.Homes(threads, [*"abcd"], [lambda: None] * 4, patience=60)
    for workers, values in ((1, [4]), (2, [2, 2])):
        scale(threads, workers)
        four.ask("asking", lambda value: value)
        assert [*Counter(four._home).values()] == values


def test_the_environment_is_left_as_it_was(monkeypatch):
    monkeypatch.delenv("MALLOC_TRIM_THRESHOLD_", raising=False)
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    with cluster.local(1):
        assert "MALLOC_TRIM_THRESHOLD_" in os.environ  # else this test shows nothing
    assert "MALLOC_TRIM_THRESHOLD_" not in os.environ
    assert os.environ["OMP_NUM_THREADS"] == "3"


@pytest.mark.usefixtures("client", "threads")
def test_local_clusters_listen_to_this_machine_alone():
    here = psutil.Process()
    sockets = [s for p in (here, *here.children(recursive=True)) for s in p.net_connections("inet")]
    listening = {s.laddr.ip for s in sockets if s.status == psutil.CONN_LISTEN}
    assert listening == {"127.0.0.1"}


# What goes wrong with workers


@pytest.mark.parametrize(
    "moment", [pytest.param("loading", marks=pytest.mark.thorough), "learning"]
)
def test_killed_worker_changes_nothing(client, tmp_path, monkeypatch, moment):
    learn = shards.learn

    def die_once():
        with suppress(FileExistsError):
            (tmp_path / "killed").touch(exist_ok=False)
            os.kill(os.getpid(), SIGKILL)

    def learn_or_die(part, w, eta):
        if w.any():  # in the second round
            die_once()
        return learn(part, w, eta)

    if moment == "loading":
        given = [*PARTS[:4], lambda: die_once() or PARTS[4]]
    else:
        given = PARTS
        monkeypatch.setattr(cluster, "learn", learn_or_die)
        monkeypatch.setattr(homes, "LARGE", 0)  # the weights, too, may be lost
    run = cluster.train(client, given)
    assert (tmp_path / "killed").exists()
    assert same(run, mixing.train(PARTS))


def test_no_worker_is_an_error_in_time(threads):
    scale(threads, 0)
    begun = time.monotonic()
    with pytest.raises(
        RuntimeError,
        match=r"^loading the shards: no worker is connected, and none came in 0\.5 s; ",
    ):
        cluster.train(threads, PARTS, patience=0.5)
    assert time.monotonic() - begun < 5
    scale(threads, 2)


def test_lost_scheduler_is_an_error(threads, monkeypatch):
    def ask():  # as a client does that gave up
        raise RuntimeError("ConnectionPool is closed")

    monkeypatch.setattr(threads, "nthreads", ask)
    with pytest.raises(RuntimeError, match="never ended: the scheduler was lost; see"):
        cluster.relay(threads, PARTS)


def test_silent_shard_is_an_error_in_time(threads, tmp_path):
    scale(threads, 2)

    def load():
        while not (tmp_path / "enough").exists():
            time.sleep(0.1)
        return PARTS[1]

    shards = {"fast": PARTS[0], "slow": load}
    with pytest.raises(RuntimeError, match=r"shard 1 \(slow\) did not answer in 0\.5 s, though "):
        cluster.train(threads, shards, patience=0.5)
    (tmp_path / "enough").touch()


# What goes wrong with shards


def with_nan():
    A, t = PARTS[3]
    A = A.copy()
    A[17, 4] = np.nan
    return A, t


BAD = {
    "NaN": (with_nan, r"X\[17, 4\] is nan; every number must be finite"),
    "targets": (lambda: (PARTS[3][0], 0 * PARTS[3][1]), r"t\[0\] is 0; targets are \+1"),
    "file": (lambda: np.load("part-3.npz"), r"\[Errno 2\] No such file or directory: 'part-3.npz'"),
    "bug": (lambda: {}["X"], "KeyError: 'X'"),
    "no pair": (lambda: PARTS[3][0], "too many values to unpack"),
    "exact": (
        lambda: (data.exact(PARTS[3][0]), PARTS[3][1]),
        r"X holds exact numbers; .* give X\.astype\(float\)",
    ),
}


@pytest.mark.parametrize(("load", "message"), BAD.values(), ids=BAD)
def test_bad_shard_is_named(threads, load, message):
    shards = {f"part-{s}": load if s == 3 else PARTS[s] for s in range(5)}
    with pytest.raises(ValueError, match=rf"^shard 3 \(part-3\): {message}"):
        cluster.train(threads, shards)


def test_shard_of_another_width_is_named(threads):
    shards = [*PARTS[:4], (X[:, :4], T)]
    with pytest.raises(ValueError, match=r"^shard 4 has 4 features, others have 5: give all"):
        cluster.relay(threads, shards)


def test_shard_that_changed_when_it_is_loaded_again_is_named(threads, tmp_path):
    file = tmp_path / "run.npz"
    cluster.train(threads, PARTS, max_epochs=2, checkpoint=file)
    changed = [*PARTS[:4], (X[:7], T[:7])]
    with pytest.raises(ValueError, match=r"^shard 4: X had shape \(100, 5\) and now has \(7, 5\)"):
        cluster.train(threads, changed, max_epochs=3, checkpoint=file)


# Checkpoints


@pytest.mark.parametrize("train", [cluster.train, cluster.relay])
def test_run_goes_on_from_its_checkpoint(threads, tmp_path, train):
    file = tmp_path / "run.npz"
    whole = train(threads, PARTS)
    for epochs in (1, 3, 1000):
        run = train(threads, PARTS, max_epochs=epochs, checkpoint=file)
        assert run.mistakes.tolist() == whole.mistakes[:epochs].tolist()
    assert same(run, whole)
    never = [lambda: 1 / 0] * 5
    assert same(train(threads, never, checkpoint=file), whole)  # ended: nothing is loaded
    assert same(train(threads, never, max_epochs=2, checkpoint=file), whole)
    with pytest.raises(
        ValueError, match=r"run\.npz' is of a run with eta = 1\.0, but this one has"
    ):
        train(threads, PARTS, eta=2, checkpoint=file)


# Arguments

ARGUMENTS = {
    "client": (lambda c: cluster.train("tcp://here", PARTS), "client is 'tcp://here'; it must be"),
    "mix": (lambda c: cluster.train(c, PARTS, mix="sum"), "mix is 'sum'; it weighs the shards"),
    "eta": (lambda c: cluster.relay(c, PARTS, eta=lambda k, z: 1), "eta must be a finite number"),
    "w": (lambda c: cluster.train(c, PARTS, w=[1, 2]), r"w must have shape \(6,\)"),
    "epochs": (
        lambda c: cluster.train(c, PARTS, max_epochs=0),
        "max_epochs must be a whole number",
    ),
    "at_zero": (lambda c: cluster.train(c, PARTS, at_zero=2), "at_zero is 2; it says"),
    "patience": (lambda c: cluster.train(c, PARTS, patience=0), "patience must be a finite number"),
    "none": (lambda c: cluster.train(c, {}), "shards is empty; give at least one pair"),
    "once": (lambda c: cluster.relay(c, iter(PARTS)), "blocks is a list_iterator; every block is"),
    "workers": (lambda c: cluster.local(0).__enter__(), "workers must be a whole number"),
}


@pytest.mark.parametrize(("call", "message"), ARGUMENTS.values(), ids=ARGUMENTS)
def test_argument_that_breaks_the_conventions_is_an_error(threads, call, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        call(threads)


def test_without_dask_one_sentence_says_what_to_install():
    code = (
        "import sys\n"
        "sys.modules['distributed'] = None\n"
        "from perceptrons import cluster\n"
        "for call in (cluster.local().__enter__, lambda: cluster.train(None, [])):\n"
        "    try:\n"
        "        call()\n"
        "    except ImportError as error:\n"
        "        print(error)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    sentence = (
        'distributed is needed for perceptrons.cluster: pip install "perceptrons-book[cluster]"\n'
    )
    assert result.stdout == 2 * sentence


def test_worker_that_dies_again_and_again_is_an_error(client, monkeypatch):
    monkeypatch.setattr(homes, "ATTEMPTS", 2)
    with pytest.raises(
        RuntimeError, match=r"^loading the shards was begun 2 times and never ended: the worker of"
    ):
        cluster.train(client, {"small": lambda: PARTS[0], "huge": lambda: os.kill(os.getpid(), 9)})

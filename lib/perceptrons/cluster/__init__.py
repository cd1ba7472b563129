"""The rounds of mixing on many machines: the data stay, the weights travel (chapter 15).

Each shard is loaded by a worker of a Dask cluster and stays in its memory. A round is that of `mixing`,
and depends on nothing but w and the shards. So the weights have the same bits on any number of workers;
and where a worker is lost, its shards are loaded elsewhere, the round is made again, and nothing has
changed.

>>> from perceptrons import cluster, data
>>> X, t = data.modified_or()
>>> shards = {"north": lambda: (X[:2], t[:2]), "south": lambda: (X[2:], t[2:])}
>>> with cluster.local(processes=False) as client:
...     cluster.relay(client, shards)
Mixed(converged: 3 updates in 2 epochs, w = [1, 1, 1])

It needs dask[distributed], the extra ``[cluster]``. `local` starts workers on this machine; others are
reached by whatever yields a client of Dask::

    Client("tcp://scheduler:8786")           # where `dask scheduler` runs, and `dask worker` elsewhere
    Client(scheduler_file="scheduler.json")  # the same, by a file that all machines see
    Client("tls://scheduler:8786", security=Security(
        require_encryption=True, tls_ca_file=..., tls_client_cert=..., tls_client_key=...))
    dask_jobqueue.SLURMCluster(cores=1, memory="8GB").get_client()
    dask_kubernetes.operator.KubeCluster(name=..., image=...).get_client()

Every machine needs this library, the same versions of it and of Dask (see ``client.get_versions``),
and the files of its shards. Dask runs whatever is sent to its ports: close the network, or use TLS.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from os import PathLike
from reprlib import repr as short
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from perceptrons import mixing
from perceptrons._core import check
from perceptrons._core.check import Array, Number
from perceptrons._core.checkpoint import fingerprint, load, save
from perceptrons._core.extras import needed_for
from perceptrons.cluster.shards import Shards, learn, recipes, settled, whole
from perceptrons.mixing import Mixed
from perceptrons.mixing.shares import chosen, mixture

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["local", "relay", "train"]

# From w, and the numbers of some shards, to what each makes of w and its updates.
Ask: TypeAlias = Callable[..., Iterator[tuple[Array, int]]]
Round: TypeAlias = Callable[[Ask, Array], tuple[Array, Sequence[int]]]


@contextmanager
def local(workers: int = 2, *, processes: bool = True) -> Iterator[Client]:
    """Start a cluster on this machine, which hears no other, and stop it in the end.

    A script calls it below ``if __name__ == "__main__":``, because each worker imports the script.

    Parameters
    ----------
    workers : int
        How many, of one thread each.
    processes : bool
        Whether each is a process of its own. Threads of this process start faster, but do not learn
        at the same time.

    Returns
    -------
    context manager of a distributed.Client

    Raises
    ------
    ImportError
        If dask[distributed] is not installed.

    Examples
    --------
    >>> with local(3, processes=False) as client:
    ...     len(client.nthreads())
    3
    """
    dask, here = engine(), "127.0.0.1"
    page = f"{here}:0"  # the status pages; unless told so, Dask shows them to every machine
    with (
        environment_kept(),
        dask.LocalCluster(
            n_workers=check.count(workers, "workers"),
            threads_per_worker=1,
            processes=check.flag(processes, "processes"),
            host=here if processes else None,
            dashboard_address=page,
            worker_dashboard_address=page,
            silence_logs=logging.ERROR,
        ) as machines,
        dask.Client(machines) as client,
    ):
        yield client


@contextmanager
def environment_kept() -> Iterator[None]:
    """Unset in the end what Dask sets for its workers, which it leaves set.

    Else every process that is started later gives its memory back to the system at once: the digits of
    chapter 14 then take 17 s in place of 5.
    """
    from dask import config

    names = config.get("distributed.nanny.pre-spawn-environ").keys() - os.environ.keys()
    try:
        yield
    finally:
        for name in names:
            os.environ.pop(name, None)


def train(
    client: Client,
    shards: Shards,
    *,
    mix: str = "errors",
    eta: Number = 1.0,
    w: ArrayLike | None = None,
    at_zero: int = 0,
    max_epochs: int = 1000,
    patience: float = 60.0,
    checkpoint: str | PathLike[str] | None = None,
    progress: bool = False,
) -> Mixed:
    """Train by mixing, as `mixing.train` does, with each shard on a worker.

    Parameters
    ----------
    client : distributed.Client
    shards : mapping from names to functions, or source of blocks
        Each function is called by a worker, without arguments, and returns X and t of its shard; it
        may read them from a file. A source, such as `blocks.Rows` of files, has a shard in each block.
        Pairs (X, t), as for `mixing.train`, are sent to the workers. A round takes as long as its
        largest shard.
    mix, eta, w, at_zero, max_epochs, progress
        As for `mixing.train`.
    patience : float
        How many seconds to wait for a first worker, or the next answer of any. To load a shard, or
        to learn from it once, must take less.
    checkpoint : path, optional
        A file that is written after each round. If it is there, the run goes on where it stands, and
        a run that has ended answers at once: for other shards name another file.

    Returns
    -------
    Mixed
        What `mixing.train` returns, with weights of the same bits.

    Raises
    ------
    ValueError
        If an argument breaks the conventions; the message names the shard.
    RuntimeError
        If no worker comes or answers in time, or workers are lost in a round again and again.
    ImportError
        If dask[distributed] is not installed.

    References
    ----------
    McDonald, R., Hall, K., Mann, G., "Distributed training strategies for the structured
    perceptron", NAACL-HLT (2010).

    Examples
    --------
    >>> shards = {"low": lambda: ([[1]], [1]), "high": lambda: ([[3]], [-1])}
    >>> with local(processes=False) as client:
    ...     train(client, shards)
    Mixed(converged: 6 updates in 6 epochs, w = [2, -1])
    """
    weigh = chosen(mix)

    def a_round(ask: Ask, w: Array) -> tuple[Array, Sequence[int]]:
        vs, k = zip(*ask(w), strict=True)
        return mixture(w, vs, k, weigh), k

    given: Any = {"eta": eta, "w": w, "at_zero": at_zero, "max_epochs": max_epochs}
    given |= {"patience": patience, "checkpoint": checkpoint, "progress": progress}
    return rounds_on_workers(a_round, mix, client, shards, **given)


def relay(
    client: Client,
    shards: Shards,
    *,
    eta: Number = 1.0,
    w: ArrayLike | None = None,
    at_zero: int = 0,
    max_epochs: int = 1000,
    patience: float = 60.0,
    checkpoint: str | PathLike[str] | None = None,
    progress: bool = False,
) -> Mixed:
    """Train by the online rule itself: let w visit the shards in turn, each on its worker.

    It is no faster than one machine, but the patterns may lie in the memory of many.

    Parameters
    ----------
    client, shards, eta, w, at_zero, max_epochs, patience, checkpoint, progress
        As for `train`.

    Returns
    -------
    Mixed
        With the bits of the weights of `perceptron.online` on all shards, laid end to end.

    Examples
    --------
    >>> with local(processes=False) as client:
    ...     run = relay(client, [([[1]], [1]), ([[-1]], [-1])])
    >>> run.w, run.mistakes.tolist()
    (array([0., 2.]), [[1, 1], [0, 0]])
    """

    def a_round(ask: Ask, w: Array) -> tuple[Array, Sequence[int]]:
        mistakes = []
        for s in range(len(shards)):
            [(w, k)] = ask(w, [s])
            mistakes.append(k)
        return w, mistakes

    given: Any = {"eta": eta, "w": w, "at_zero": at_zero, "max_epochs": max_epochs}
    given |= {"patience": patience, "checkpoint": checkpoint, "progress": progress}
    return rounds_on_workers(a_round, "relay", client, shards, **given)


def engine() -> Any:
    """Return the module `distributed`."""
    with needed_for("perceptrons.cluster"):
        import distributed
    return distributed


def rounds_on_workers(
    a_round: Round,
    rule: str,
    client: Client,
    shards: Shards,
    *,
    eta: Number,
    w: ArrayLike | None,
    at_zero: int,
    max_epochs: int,
    patience: float,
    checkpoint: str | PathLike[str] | None,
    progress: bool,
) -> Mixed:
    """Repeat a round, from the checkpoint on if there is one, until it is without a mistake."""
    if not isinstance(client, engine().Client) or client.asynchronous:
        raise ValueError(
            f"client is {short(client)}; it must be a Client of Dask, not an asynchronous one: give "
            "distributed.Client(address), or what cluster.local() yields"
        )
    loads = recipes(shards)
    at_zero, eta = check.tie(at_zero), mixing.rate(eta, np.zeros(0))
    max_epochs = check.count(max_epochs, "max_epochs")
    patience = check.positive(patience, "patience", "give seconds")
    w = None if w is None else check.floats(check.numbers(w, "w"), "w")
    options: dict[str, Any] = {"rule": rule, "eta": eta, "at_zero": at_zero, "shards": [*loads]}
    options["w"] = None if w is None else fingerprint(w)
    file = None if checkpoint is None else check.path(checkpoint, "checkpoint")
    kept = load(file, options) if file else {}
    mistakes = [*kept["mistakes"]] if kept else []
    if kept and (len(mistakes) >= max_epochs or not mistakes[-1].any()):
        n = int(kept["sizes"][:, 0].sum())
        return Mixed(n=n, mistakes=kept["mistakes"], at_zero=at_zero, w=kept["w"])

    homes, sizes = settled(client, loads, at_zero, patience, kept.get("sizes"))
    n, D = sum(n for n, _ in sizes), sizes[0][1]
    start = check.weights(np.zeros(D) if w is None else w, D - 1)

    def ask(w: Array, of: Sequence[int] | None = None) -> Iterator[tuple[Array, int]]:
        for part, k in homes.ask(f"round {len(mistakes) + 1}", learn, w, eta, of=of):
            yield whole(w, part), k

    def noted(w: Array) -> tuple[Array, Sequence[int]]:
        w, k = a_round(ask, w)
        mistakes.append(np.array(k))
        if file:
            save(file, options, w=w, mistakes=mistakes, sizes=sizes)
        return w, k

    left: Any = {"max_epochs": max_epochs - len(mistakes), "progress": progress}
    run = mixing.until_separated(noted, kept.get("w", start), n=n, at_zero=at_zero, **left)
    return replace(run, mistakes=np.array(mistakes))

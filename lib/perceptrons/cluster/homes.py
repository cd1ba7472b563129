"""Values in the memory of the workers of a Dask cluster, each at a home that is chosen here.

Left to itself, Dask (2026.8) fails values as large as shards of data. It moves a task to an idle worker
and copies the value after it: so homes are strict. A wish that may be broken is never granted once all
workers were gone: so a lost value is made again, under another name, at another home. And `gather` may
wait for ever: so every wait has an end.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from distributed import Client, Future

ATTEMPTS = 4  # times that one thing is asked before the loss of workers is an error
LARGE = 100_000  # bytes: a larger array goes from worker to worker, a smaller one inside each task


class Homes:
    """Labelled values, each made where it lives, and made again elsewhere when its worker is lost.

    Attributes
    ----------
    make : list of functions
        What makes each value, called by its worker without arguments.
    """

    def __init__(
        self, client: Client, labels: list[str], make: list[Callable[[], Any]], patience: float
    ) -> None:
        self.client, self.labels, self.make, self.patience = client, labels, make, patience
        self._home = [""] * len(make)  # the address of each value's worker
        self._value: list[Future | None] = [None] * len(make)

    def ask(
        self,
        doing: str,
        function: Callable[..., Any],
        *arguments: Any,
        of: Iterable[int] | None = None,
    ) -> list[Any]:
        """Return ``function(value, *arguments)`` for each value, or some, computed where it lives.

        The function is pure: when a worker is lost, everything is asked again.
        """
        from distributed import KilledWorker

        asked = range(len(self.make)) if of is None else of
        for _ in range(ATTEMPTS):
            try:
                self._settle(doing)
                sent = [self._sent(argument) for argument in arguments]
                values = ((i, self._value[i]) for i in asked)
                tasks = {i: self._call(i, function, value, *sent) for i, value in values}
                return self._answers(doing, tasks)
            except (CancelledError, KilledWorker, OSError) as error:
                lost = error
        raise RuntimeError(
            f"{doing} was begun {ATTEMPTS} times and never ended: {str(lost) or repr(lost)}; see "
            "whether the workers have memory enough, and what their logs say"
        ) from lost

    def _workers(self) -> list[str]:
        """Return the addresses of the workers that are connected now."""
        try:
            return sorted(self.client.nthreads())
        except RuntimeError as error:  # what a client says that gave up reaching its scheduler
            raise ConnectionError("the scheduler was lost") from error

    def _settle(self, doing: str) -> None:
        """Give every value a home, as evenly as can be, and make those that are new there."""
        workers = self._workers() or self._awaited(doing)
        most = -(-len(self.make) // len(workers))
        living, homeless = Counter[str](), list[int]()
        for i, (home, value) in enumerate(zip(self._home, self._value, strict=True)):
            lost = value is None or value.status in {"cancelled", "lost"}
            if lost or home not in workers or living[home] == most:
                homeless.append(i)
            else:
                living[home] += 1
        for i in homeless:
            self._home[i] = min(workers, key=living.__getitem__)
            living[self._home[i]] += 1
            self._value[i] = self._call(i, self.make[i])

    def _awaited(self, doing: str) -> list[str]:
        """Wait for a worker."""
        with suppress(TimeoutError):
            self.client.wait_for_workers(1, timeout=self.patience)
        if workers := self._workers():
            return workers
        raise RuntimeError(
            f"{doing}: no worker is connected, and none came in {self.patience:g} s; start some, or "
            "give a longer patience if they are on their way"
        )

    def _call(self, i: int, function: Callable[..., Any], *arguments: Any) -> Future:
        """Let the home of value i call a function."""
        named, home = (labelled, self.labels[i], function), [self._home[i]]
        return self.client.submit(*named, *arguments, workers=home, pure=False)

    def _sent(self, argument: Any) -> Any:
        """Return what tasks get for an argument: of a large array, a reference to one copy."""
        if isinstance(argument, np.ndarray) and argument.nbytes > LARGE:
            return self.client.scatter(argument, hash=False)
        return argument

    def _answers(self, doing: str, tasks: dict[int, Future]) -> list[Any]:
        """Wait for tasks, as long as every home is there and answers come; then fetch what they return."""
        from distributed import wait

        late, heard = [*tasks], time.monotonic()
        while late:
            with suppress(TimeoutError), self.client.as_current():
                wait([tasks[i] for i in late], timeout=min(1.0, self.patience))
            still = [i for i in late if not tasks[i].done()]
            if still and (gone := {*self._home}.difference(self._workers())):
                lost = [i for i, home in enumerate(self._home) if home in gone]
                raise ConnectionError(f"the worker of {self._named(lost)} was lost")
            if len(still) < len(late):
                late, heard = still, time.monotonic()
            elif time.monotonic() - heard > self.patience:
                raise RuntimeError(
                    f"{doing}: {self._named(late)} did not answer in {self.patience:g} s, though the "
                    "worker is connected; give a longer patience if loading and a round take longer"
                )
        # A home may be lost at this moment, too.
        fetch = partial(self.client.gather, [*tasks.values()], asynchronous=True)
        return self.client.sync(fetch, callback_timeout=self.patience)

    def _named(self, some: list[int]) -> str:
        """Name values in an error: the first of them, and how many more."""
        more = f" and {len(some) - 1} more" if len(some) > 1 else ""
        return self.labels[some[0]] + more


def labelled(label: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function on a worker; an error says of which value."""
    try:
        return function(*arguments)
    except Exception as error:
        kind = "" if isinstance(error, ValueError | OSError) else f"{type(error).__name__}: "
        raise ValueError(f"{label}: {kind}{error}") from error

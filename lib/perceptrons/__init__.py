"""Linear classifiers: the library under the textbook *Perceptrons*.

Most modules hold the idea of one chapter; import a module and call its functions.

>>> from perceptrons import data, perceptron
>>> X, t = data.modified_or()
>>> perceptron.online(X, t)
Run(converged: 3 updates in 2 epochs, w = [1, 1, 1])

After ``import perceptrons`` alone, each module is imported when its name is first used.

Conventions everywhere: raw patterns ``X`` (n, d), dense or `scipy.sparse` rows; targets ``t`` (n,)
of +1 and -1; weights ``w`` (d+1,), bias ``w[0]`` first. Only the library adds the constant feature. What breaks the conventions is a
`ValueError` that names the argument, the value, the rule and the remedy; the functions' own
descriptions say only what else they refuse.

Where things are:

- the chapters' ideas are the modules in ``__all__``;
- `estimators` are the rules with scikit-learn's habits, for whoever knows these;
- `run` and `descent` are the records of a run, `table` their tables;
- `_core` is what all of them stand on: the checks of arguments, exact arithmetic, files, and in
  `_core.kernels` the loops of the rules;
- `plots` draws what several pages show, `figures` what one chapter shows (a module each), and
  `explore` has the figures that the reader moves;
- `verify` checks the mathematics: a package of its own, which imports nothing from the rest.
"""

from importlib import import_module

TYPE_CHECKING = False  # known by its name to type checkers; to import `typing` takes over 5 ms
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType

    from perceptrons import (
        adaline,
        blocks,
        bounds,
        capacity,
        cluster,
        criterion,
        data,
        dual,
        estimators,
        explore,
        features,
        figures,
        geometry,
        ho_kashyap,
        lms_limits,
        logistic,
        losses,
        mixing,
        multiclass,
        perceptron,
        plots,
        rates,
        scaling,
        separability,
        stream,
        text,
        variants,
        verify,
    )

__all__ = [
    "adaline",
    "blocks",
    "bounds",
    "capacity",
    "cluster",
    "criterion",
    "data",
    "dual",
    "estimators",
    "explore",
    "features",
    "figures",
    "geometry",
    "ho_kashyap",
    "lms_limits",
    "logistic",
    "losses",
    "mixing",
    "multiclass",
    "perceptron",
    "plots",
    "rates",
    "scaling",
    "separability",
    "stream",
    "text",
    "variants",
    "verify",
]

__version__ = "0.1.0"


def on_first_use(package: str, modules: "Sequence[str]") -> "Callable[[str], ModuleType]":
    """Return the `__getattr__` of a package: it imports a module when its name is first used."""

    def attribute(name: str) -> "ModuleType":
        if name in modules:
            return import_module(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return attribute


if not TYPE_CHECKING:
    __getattr__ = on_first_use(__name__, __all__)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]

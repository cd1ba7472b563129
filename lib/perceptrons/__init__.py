"""Linear classifiers: the library under the textbook *Perceptrons*.

Most modules hold the idea of one chapter; import a module and call its functions.

>>> from perceptrons import data, perceptron
>>> X, t = data.modified_or()
>>> perceptron.online(X, t)
Run(converged: 3 updates in 2 epochs, w = [1, 1, 1])

Conventions everywhere: raw patterns ``X`` (n, d), dense or `scipy.sparse` rows; targets ``t`` (n,)
of +1 and -1; weights ``w`` (d+1,), bias ``w[0]`` first. Only the library adds the constant feature.

Where things are:

- the chapters' ideas are the modules in ``__all__``;
- `loops` has the loops of the rules, `run` and `descent` the records of a run, `table` their tables,
  `_check` the validation of arguments;
- `plots` draws the figures, a module a chapter; `explore` has the figures that the reader moves;
- `verify` checks the mathematics: a package of its own, which imports nothing from the rest.
"""

__all__ = [
    "adaline",
    "blocks",
    "bounds",
    "cluster",
    "criterion",
    "data",
    "dual",
    "explore",
    "features",
    "geometry",
    "ho_kashyap",
    "incremental",
    "labellings",
    "layer",
    "logistic",
    "mixing",
    "perceptron",
    "plots",
    "pulls",
    "rates",
    "separability",
    "stream",
    "text",
    "variants",
    "verify",
]

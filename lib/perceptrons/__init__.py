"""Linear classifiers: the library under the textbook *Perceptrons*.

One chapter-shaped idea a module; import the module and call its functions.

>>> from perceptrons import data, perceptron
>>> X, t = data.modified_or()
>>> perceptron.online(X, t)
Run(converged: 3 updates in 2 epochs, w = [1, 1, 1])

Conventions everywhere: raw patterns ``X`` (n, d), dense or `scipy.sparse` rows; targets ``t`` (n,)
of +1 and -1; weights ``w`` (d+1,), bias ``w[0]`` first. Only the library adds the constant feature.
"""

__all__ = [
    "adaline",
    "bounds",
    "criterion",
    "data",
    "dual",
    "exact",
    "geometry",
    "layer",
    "perceptron",
    "plots",
    "rates",
    "text",
    "verify",
]

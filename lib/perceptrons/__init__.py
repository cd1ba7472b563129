"""Linear classifiers: the library under the textbook *Perceptrons*.

One chapter-shaped idea a module; import the module and call its functions.

>>> from perceptrons import data, perceptron
>>> X, t = data.modified_or()
>>> perceptron.online(X, t)
Run(converged: 3 updates in 2 epochs, w = [1, 1, 1])

Conventions everywhere: raw patterns ``X`` (n, d), dense or `scipy.sparse` rows; targets ``t`` (n,)
of +1 and -1; weights ``w`` (d+1,), bias ``w[0]`` first. Only the library adds the constant feature.

Where things are:

- the chapters' ideas are the modules in ``__all__``;
- behind the rules: `loop` and `lms` (the loops themselves), `_blocks` (without a compiler), `run`
  and `descent` (records of a run), `table`, and `_check` (what is refused, and in which words);
- figures: `plots` for planes of patterns and of weights, `charts` for curves and bars, and
  ``plots_...`` for what only one chapter draws;
- `explore`: figures that the reader moves, with their scripts beside them;
- checked mathematics: `verify` is its door. `claims` and `posing` keep the first gate, `rewrite` the
  second, `witnesses` the third and fourth; `inequality` and `report` serve them. The evaluator that
  knows none of SymPy's rules is `exact`, with `jets`, `matrices`, `gradient`, `vectors`, `points`.
"""

__all__ = [
    "adaline",
    "bounds",
    "criterion",
    "data",
    "dual",
    "exact",
    "explore",
    "geometry",
    "layer",
    "perceptron",
    "plots",
    "rates",
    "text",
    "verify",
]

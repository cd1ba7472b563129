"""The average of a run's weights: by hand, over the path, in fractions, on sparse rows, by an oracle."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.sparse import csr_array, csr_matrix
from sklearn.linear_model import SGDClassifier

from perceptrons import data, geometry, perceptron, variants

X, T = data.modified_or()


def brute(run):
    """Return the mean of the weights after each presentation, presentation by presentation."""
    path, at = list(run.path()), run.mistaken_at.tolist()
    held = [path[sum(q <= p for q in at)] for p in range(run.presentations)]
    return sum(held[1:], held[0]) / Fraction(run.presentations)


def test_by_hand():
    # After the eight presentations: (-1, 1, 1), (0, 2, 0), and six times (1, 1, 1).
    assert variants.averaged(perceptron.online(X, T)).tolist() == [5 / 8, 9 / 8, 7 / 8]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"rng": 3, "max_epochs": 7},
        {"w": [Fraction(1, 3), 5, -2]},
        {"eta": lambda k, z: Fraction(1, k), "rng": 1},
        {"max_epochs": 1},
    ],
    ids=["given order", "shuffled", "another start", "1/k", "one epoch"],
)
@pytest.mark.parametrize("dataset", [data.modified_or, data.xor])
def test_the_mean_over_all_presentations_exactly(dataset, options):
    X, t = dataset()
    run = perceptron.online(data.exact(X), t, **{"max_epochs": 9, **options})
    mean = variants.averaged(run)
    assert mean.tolist() == brute(run).tolist()
    assert {type(v) for v in mean} <= {int, Fraction}


def test_sparse_rows_give_the_dense_average():
    runs = [perceptron.online(form(X), T, rng=0) for form in (np.asarray, csr_array)]
    dense, sparse = map(variants.averaged, runs)
    assert isinstance(sparse, np.ndarray)
    assert dense.tolist() == sparse.tolist()  # small integers over 8: nothing is rounded


def test_scikit_learn_averages_to_the_same_weights_on_mail():
    mail = data.spam(n=200)
    run = perceptron.online(mail.X, mail.t, max_epochs=4)
    judge = SGDClassifier(
        loss="perceptron", average=True, shuffle=False, tol=None, max_iter=run.epochs,
        fit_intercept=False, alpha=0, learning_rate="constant", eta0=1,
    )  # fmt: skip
    judge.fit(csr_matrix(geometry.augment(mail.X)), mail.t)
    # It adds the weights one presentation at a time: some 800 roundings of numbers below 1000.
    assert np.abs(judge.coef_[0] - variants.averaged(run)).max() < 1e-11


def test_the_average_need_not_separate():
    run = perceptron.online([[-4], [-3], [-2]], [1, 1, -1])
    mean = variants.averaged(run)
    assert run.converged
    assert (mean * run.presentations).tolist() == [-83, -86]
    assert np.sum(geometry.classify(mean, [[-4], [-3], [-2]]) != [1, 1, -1]) == 1


def test_a_batch_run_is_refused():
    with pytest.raises(
        ValueError, match=r"run is a run of the batch rule.*pass perceptron\.online"
    ):
        variants.averaged(perceptron.batch(X, T))

"""The book's data: the Boolean functions, what a cloud promises, and the spam matrix as shipped."""

import hashlib
import subprocess
import sys
from fractions import Fraction
from importlib import resources

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.svm import SVC

from perceptrons import data, text

OR_CORNERS = [[-1, -1], [1, -1], [-1, 1], [1, 1]]


def test_patterns_need_numpy_only():
    code = (
        "import sys; from perceptrons import data, text; data.modified_or(); "
        "data.cloud(9, 2, margin=0.1, seed=0); text.tf_over_df([[1]], [1]); "
        "assert not {'scipy', 'sklearn', 'matplotlib', 'sympy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# --- Boolean functions ---


@pytest.mark.parametrize(
    ("dataset", "t"),
    [
        (data.modified_or, [-1, 1, 1, 1]),
        (data.logical_and, [-1, -1, -1, 1]),
        (data.xor, [-1, 1, 1, -1]),
    ],
)
def test_boolean_functions_in_the_order_of_the_notes(dataset, t):
    assert dataset().X.tolist() == OR_CORNERS
    assert dataset().t.tolist() == t
    assert {a.dtype.kind for a in dataset()} == {"i"}
    dataset().X[:] = 0  # spoils this copy only
    dataset().t[:] = 0
    assert dataset().X.tolist() == OR_CORNERS
    assert dataset().t.tolist() == t


# --- clouds ---


@pytest.mark.parametrize(("n", "d", "margin"), [(200, 2, 0.2), (300, 5, 0.05), (60, 1, 0.5)])
def test_a_cloud_has_the_margin_it_promises(n, d, margin):
    X, t = data.cloud(n, d, margin=margin, seed=3)
    assert (X.shape, t.shape) == ((n, d), (n,))
    assert set(t.tolist()) == {-1, 1}
    machine = SVC(kernel="linear", C=1e7, tol=1e-6).fit(X, t)
    widest = 1 / np.linalg.norm(machine.coef_)
    # The widest margin is at least the teacher's; SVC stops at a relative 1e-6 of its own conditions.
    assert widest >= margin * (1 - 1e-4)
    # ... and patterns do come near: with hundreds of them the widest is not many times wider.
    assert widest < 2 * margin


def test_the_teacher_stands_a_tenth_from_the_origin():
    X, t = data.cloud(3000, 1, margin=0.5, seed=0)
    below, above = X[X < 0].max(), X[X > 0].min()
    # Of 3000 patterns on a length of 1 the next to the gap is nearer than 0.01 (missed: e^-30).
    assert above - below == pytest.approx(2 * 0.5, abs=0.02)
    assert abs(above + below) / 2 == pytest.approx(0.1, abs=0.01)
    assert set(t[X[:, 0] > 0]) != set(t[X[:, 0] < 0])


def test_no_teacher_is_zero():
    # In one dimension every pattern is 1/2 away from +1/10 or -1/10, whoever the teacher.
    nearest = min(abs(data.cloud(1, 1, margin=0.5, seed=s).X.item()) for s in range(5000))
    assert nearest >= 0.4 - 1 / 1024


def test_a_cloud_lies_on_the_dyadic_grid():
    X = data.cloud(500, 3, margin=0.01, seed=0).X
    assert np.array_equal(X * 1024, np.rint(X * 1024))
    assert np.abs(X).max() <= 1
    assert np.abs(X).max() > 0.99
    assert X.dtype == np.float64


def test_a_cloud_is_the_same_everywhere():
    X, t = data.cloud(5, 2, margin=0.1, seed=2)
    assert (X * 1024).tolist() == [[-801, -413], [-177, 644], [-100, -836], [-338, 205], [642, 468]]
    assert t.tolist() == [-1, -1, 1, -1, 1]
    assert not np.array_equal(X, data.cloud(5, 2, margin=0.1, seed=3).X)


@pytest.mark.parametrize("flips", [0.0, 0.05, 0.5, 1.0])
def test_flips_turn_round_the_share_of_targets_and_leave_the_patterns(flips):
    clean, noisy = (data.cloud(200, 2, margin=0.1, seed=5, flips=f) for f in (0, flips))
    assert np.array_equal(clean.X, noisy.X)
    assert np.count_nonzero(clean.t != noisy.t) == round(200 * flips)


# --- the spam matrix ---


@pytest.fixture(scope="module")
def whole():
    return data.spam()


@pytest.fixture(scope="module")
def sample():
    return data.spam(n=1000)


def test_the_shipped_file():
    file = resources.files("perceptrons") / "spam.npz"
    assert len(file.read_bytes()) <= 1_500_000
    with file.open("rb") as stream:
        arrays = dict(np.load(stream, allow_pickle=False))
    # Numbers, folders and frequent words: nothing else, so no text of any message.
    assert {name: array.shape for name, array in arrays.items()} == {
        "gaps": (884_402,),
        "counts": (884_402,),
        "groups": (6046,),
        "words": (13_754,),
    }
    sha256 = hashlib.sha256()
    for name in sorted(arrays):
        sha256.update(f"{name} {arrays[name].dtype.str} {arrays[name].shape}".encode())
        sha256.update(arrays[name].tobytes())
    assert sha256.hexdigest() == "7e93e56b80ac14a1c02c3edb523a2eaec54d45628a7a4ba6639ff5d1fca5c7b9"


def test_the_whole_corpus(whole):
    X, t, groups, words = whole
    assert isinstance(X, csr_array)
    assert X.shape == (6046, 67_434)
    assert X.nnz == 884_402
    assert (X.dtype, X.indices.dtype, X.indptr.dtype) == (np.float64, np.int32, np.int32)
    assert X.has_canonical_format
    assert (X.data == np.rint(X.data)).all()
    assert (X.data.min(), X.data.max()) == (1, 3131)
    assert t.dtype.kind == "i"
    assert (np.count_nonzero(t == -1), np.count_nonzero(t == 1)) == (4150, 1896)  # ham, spam
    assert len(words) == X.shape[1]
    assert dict(zip(*np.unique(groups, return_counts=True), strict=True)) == {
        "easy-ham-1": 2500,
        "easy-ham-2": 1400,
        "hard-ham-1": 250,
        "spam-1": 500,
        "spam-2": 1396,
    }
    assert [name.startswith("spam") for name in groups.tolist()] == (t == 1).tolist()


def test_words_are_in_order_of_their_messages_and_spelled_from_five_on(whole):
    df = text.document_frequency(whole.X)
    assert (np.diff(df) <= 0).all()
    assert df[-1] == 1
    assert [word is not None for word in whole.words] == (df >= 5).tolist()
    spelled = [word for word in whole.words if word is not None]
    assert all(text.tokenize_mail(word) == [word] for word in spelled)
    assert len(set(spelled)) == len(spelled) == 13_754


def test_the_order_of_messages_knows_no_label(whole):
    # Sorted by folder there would be 1 change of class; a shuffle of 4150 and 1896 has on average
    # 2 * 4150 * 1896 / 6046 = 2602.9, with a standard deviation of 33: five of them either way.
    changes = np.count_nonzero(np.diff(whole.t))
    assert abs(changes - 2603) < 5 * 33


def test_the_sample_of_a_thousand(sample):
    X, t, groups, words = sample
    assert X.shape == (1000, 23_997)
    assert X.nnz == 148_982
    assert (np.count_nonzero(t == -1), np.count_nonzero(t == 1)) == (686, 314)
    assert (X.dtype, X.indices.dtype, X.indptr.dtype) == (np.float64, np.int32, np.int32)
    assert X.has_canonical_format
    assert len(groups) == 1000
    assert len(words) == 23_997
    assert (text.document_frequency(X) > 0).all()


def test_the_sample_is_the_beginning_of_each_class(whole, sample):
    left, rows = {1: 314, -1: 686}, []
    for i, target in enumerate(whole.t.tolist()):
        if left[target]:
            left[target] -= 1
            rows.append(i)
    assert sample.t.tolist() == whole.t[rows].tolist()
    assert sample.groups.tolist() == whole.groups[rows].tolist()
    assert sample.X.sum(axis=1).tolist() == whole.X[rows].sum(axis=1).tolist()
    assert sample.X.data.tolist() == whole.X[rows].data.tolist()  # in order, no column lost
    column = {word: j for j, word in enumerate(whole.words) if word is not None}
    here = [j for j, word in enumerate(sample.words) if word is not None]
    there = [column[sample.words[j]] for j in here]
    assert (sample.X[:, here] != whole.X[rows][:, there]).nnz == 0


def test_all_messages_are_the_whole(whole):
    again = data.spam(6046)
    assert (again.X != whole.X).nnz == 0
    assert again.words == whole.words
    assert again.t.tolist() == whole.t.tolist()


@pytest.mark.parametrize("n", [2, 3, 10, 6045])
def test_any_number_of_messages(n):
    X, t, *_ = data.spam(np.int64(n))
    assert X.shape[0] == n
    assert np.count_nonzero(t == 1) == round(n * 1896 / 6046) > 0
    assert text.document_frequency(X).min() == 1


def test_exact_numbers_are_pythons_own_with_the_value_given():
    given = {
        "int": [[2, -3]],
        "float": [[0.5, 2.0]],
        "int8": np.array([[127, -128]], dtype=np.int8),
    }
    given["mixed"] = [[Fraction(1, 3), 7]]
    given["long"] = np.array([[2**63, 2**64 - 1]], dtype=np.uint64)
    for name, values in given.items():
        A = data.exact(values)
        assert A.shape == (1, 2), name
        assert A.tolist() == np.asarray(values).tolist(), name
        assert {type(v) for v in A.flat} <= {int, Fraction}, name
    A = np.array([Fraction(1, 3)])
    assert data.exact(A) is not A


def test_separable_integers_are_separated_by_the_vector_that_is_told():
    rng, dropped = np.random.default_rng(0), 0
    for n, d in ((1, 1), (8, 2), (30, 3)) * 20:
        Z, w = data.separable(n, d, rng=rng)
        assert Z.shape[1] == len(w) == d + 1
        assert {type(v) for v in [*Z.flat, *w]} <= {int}
        assert all(sum(a * b for a, b in zip(z, w, strict=True)) > 0 for z in Z.tolist())
        assert {abs(z[0]) for z in Z} <= {1}
        assert np.abs(Z).max(initial=0) <= 5
        dropped += n - len(Z)
    assert dropped > 0
    a, b = data.separable(9, 2, rng=3), data.separable(9, 2, rng=np.random.default_rng(3))
    assert [v.tolist() for v in a] == [v.tolist() for v in b]


# --- piles ---


def test_piles_are_dealt_from_the_front_with_the_same_share_of_both_classes():
    t = np.array([1, -1, -1, 1, -1, -1, 1, -1, -1])
    piles = data.split(t, 3, 3)
    assert [pile.tolist() for pile in piles] == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    assert [pile.tolist() for pile in data.split(t[::-1], 6)] == [[0, 1, 2, 3, 4, 5], [6, 7, 8]]
    assert [pile.tolist() for pile in data.split([1, 1, -1, -1], 2)] == [[0, 2], [1, 3]]
    assert [pile.tolist() for pile in data.split([1, -1], 2)] == [[0, 1], []]
    assert [pile.tolist() for pile in data.split([1, -1])] == [[0, 1]]


def test_piles_hold_every_row_once_shuffled_or_not():
    t = np.where(np.arange(101) % 3, -1, 1)
    plain, shuffled = data.split(t, 20, 30), data.split(t, 20, 30, rng=1)
    for piles in plain, shuffled:
        assert sorted(np.concatenate(piles)) == list(range(101))
        assert [len(pile) for pile in piles] == [20, 30, 51]
        assert [int(np.sum(t[pile] == 1)) for pile in piles] == [7, 10, 17]
    assert shuffled[0].tolist() != plain[0].tolist()
    again = data.split(t, 20, 30, rng=1)
    assert shuffled[0].tolist() == again[0].tolist()


def test_the_first_pile_of_mail_is_the_thousand():
    mail = data.spam()
    first = data.split(mail.t, 1000)[0]
    assert (mail.X[first].sum(), mail.t[first].sum()) == (data.spam(1000).X.sum(), -372)


# --- two words ---


def test_two_words_are_counted_among_a_hundred():
    mail = data.spam(n=40)
    X, t = data.two_words("your", "re", n=40)
    assert t.tolist() == mail.t.tolist()
    for row, (your, re_) in zip(mail.X.toarray(), X.tolist(), strict=True):
        for word, rate in (("your", your), ("re", re_)):
            share = Fraction(int(100 * row[mail.words.index(word)]), int(row.sum()))
            assert abs(Fraction(rate) - share) <= Fraction(1, 199)  # rounded to hundredths
    assert data.two_words("your", "re").X.shape == (6046, 2)
    assert np.isfinite(data.two_words("your", "re").X).all()  # five messages hold no word at all

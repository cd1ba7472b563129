"""Blocks laid end to end are the table, however it is cut and stored."""

import pickle
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array, vstack

from perceptrons import blocks, data, stream

X, T = data.cloud(100, 3, margin=0.1, seed=1)
counts = csr_array(np.random.default_rng(1).poisson(0.5, (100, 7)).astype(float))


def end_to_end(source):
    """Return all rows and targets of a source, dense."""
    parts = [(X.toarray() if hasattr(X, "tocsr") else X, t) for X, t in source]
    return np.concatenate([X for X, _ in parts]), np.concatenate([t for _, t in parts])


def check(source, rows, targets=T):
    found, t = end_to_end(source)
    assert found.tolist() == rows.tolist()
    assert t.tolist() == targets.tolist()


@given(size=st.integers(1, 120))
@pytest.mark.parametrize("form", [np.array, np.ndarray.tolist, csr_array])
def test_a_table_in_memory(form, size):
    source = blocks.Rows(form(X), T, size=size)
    check(source, X)
    sizes = [len(t) for _, t in source]
    assert sizes[:-1] == [size] * (len(source) - 1)
    assert 1 <= sizes[-1] <= size
    assert repr(source) == f"Rows(100 rows in {len(source)} blocks)"


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int16, ">f8"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_a_table_in_files(dtype, order, tmp_path):
    table = (1024 * X).astype(dtype, order=order)  # whole numbers
    np.save(tmp_path / "X.npy", table)
    np.save(tmp_path / "t.npy", T)
    check(blocks.Rows(tmp_path / "X.npy", str(tmp_path / "t.npy"), size=33), table)
    # One of the two may be in memory.
    check(blocks.Rows(tmp_path / "X.npy", T, size=33), table)


def test_a_block_is_asked_for_by_number():
    source = blocks.Rows(X, T, size=30)
    assert source[3][0].tolist() == source[-1][0].tolist() == X[90:].tolist()
    for b in (4, -5):
        with pytest.raises(IndexError):
            source[b]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists the mapped files")
def test_no_file_stays_open(tmp_path):
    source = blocks.save([(X, T)], tmp_path)
    stream.online(source, max_epochs=1)
    assert str(tmp_path) not in Path("/proc/self/maps").read_text()


def test_a_source_of_files_travels_in_few_bytes(tmp_path):
    for block, rows in (((X, T), X), ((counts, T), counts.toarray())):
        source = blocks.save([block], tmp_path)
        message = pickle.dumps(source)
        assert len(message) < 1000
        check(pickle.loads(message), rows)


def test_files_written_anew_are_read_anew(tmp_path):
    for dtype in ("float64", "int16", "float32"):
        np.save(tmp_path / "X.npy", (1024 * X[: 3 * len(dtype)]).astype(dtype))
        np.save(tmp_path / "t.npy", T[: 3 * len(dtype)])
        source = blocks.Rows(tmp_path / "X.npy", tmp_path / "t.npy", size=5)
        check(source, 1024 * X[: 3 * len(dtype)], T[: 3 * len(dtype)])


# Writing files


class Once(list):
    """Blocks of which each may be read once."""

    def __getitem__(self, b):
        block, self[b] = super().__getitem__(b), None
        assert block is not None, f"block {b} is read twice"
        return block


@pytest.mark.parametrize("size", [7, 50, 100])
def test_saved_blocks_are_read_back(size, tmp_path):
    check(blocks.save(Once(blocks.Rows(X, T, size=size)), tmp_path / "new" / "folder"), X)
    source = blocks.save(Once(blocks.Rows(counts, T, size=size)), tmp_path, dtype="int16")
    check(source, counts.toarray())
    check(blocks.CsrRows(tmp_path, d=7, size=9), counts.toarray())
    assert source[0][0].indptr.dtype == source[0][0].indices.dtype == np.int32
    assert np.load(tmp_path / "data.npy").dtype == np.int16
    assert np.load(tmp_path / "t.npy").dtype == np.int8
    # The four files are the arrays of the whole table.
    files = [np.load(tmp_path / f"{name}.npy") for name in ("data", "indices", "indptr")]
    assert (csr_array(tuple(files), shape=(100, 7)) != counts).nnz == 0


def test_rows_without_entries_are_kept(tmp_path):
    empty = csr_array((2, 7))
    source = blocks.save([(empty, [1, -1]), (counts, T), (empty, [1, 1])], tmp_path)
    check(
        blocks.CsrRows(tmp_path, d=7, size=2),
        vstack([empty, counts, empty]).toarray(),
        np.concatenate([[1, -1], T, [1, 1]]),
    )
    assert len(source) == 1


def test_a_number_that_would_change_is_refused(tmp_path):
    for value, dtype in ((0.5, "int8"), (300.0, "int8"), (0.1, "float32"), (-1.0, "uint8")):
        message = rf"blocks\[1\]: X holds {value}, which {dtype} cannot hold: choose another"
        with pytest.raises(ValueError, match=message):
            blocks.save([([[1]], [1]), ([[0], [value]], [1, -1])], tmp_path, dtype=dtype)


def test_columns_beyond_d_never_reach_the_compiled_loop(tmp_path):
    blocks.save([(counts, T)], tmp_path)
    with pytest.raises(
        ValueError, match=r"blocks\[0\]: X has an entry in column 6 of row \d+, .* 0 to 5"
    ):
        stream.online(blocks.CsrRows(tmp_path, d=6))
    indices = np.load(tmp_path / "indices.npy")
    indices[-1] = -1
    np.save(tmp_path / "indices.npy", indices)
    with pytest.raises(ValueError, match=r"blocks\[1\]: X has an entry in column -1 of row 49,"):
        stream.online(blocks.CsrRows(tmp_path, d=7, size=50))


@pytest.mark.parametrize("name", ["data", "indices", "indptr"])
def test_files_that_lost_their_end_are_refused(name, tmp_path):
    blocks.save([(counts, T)], tmp_path)
    np.save(tmp_path / f"{name}.npy", np.load(tmp_path / f"{name}.npy")[:-1])
    with pytest.raises(ValueError, match=r"blocks\[4\]: "):
        stream.online(blocks.CsrRows(tmp_path, d=7, size=20))


def test_a_file_that_is_not_there_is_named(tmp_path):
    np.save(tmp_path / "t.npy", T)
    with pytest.raises(FileNotFoundError, match=r"X\.npy"):
        stream.online(blocks.Rows(tmp_path / "X.npy", tmp_path / "t.npy"))

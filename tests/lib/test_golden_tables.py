"""The two printed tables of note 004, cell for cell."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from perceptrons import data, perceptron

# The note's heads read: a/a w_1 w_2 w_0 tx_1 tx_2 tx_0 tw·x Update Δw_1 Δw_2 Δw_0. Its constant
# feature is -1 and stands last, so its w_0 is our threshold θ = -w_0.
HEAD = "i | w₁ | w₂ | θ | tx₁ | tx₂ | tx₀ | w·z | update | Δw₁ | Δw₂ | Δθ"

INCREMENTAL = """
1 | 0 | 0 |  0 |  1 |  1 |  1 |  0 | YES |  1 |  1 |  1
2 | 1 | 1 |  1 |  1 | -1 | -1 | -1 | YES |  1 | -1 | -1
3 | 2 | 0 |  0 | -1 |  1 | -1 | -2 | YES | -1 |  1 | -1
4 | 1 | 1 | -1 |  1 |  1 | -1 |  3 | NO  |  0 |  0 |  0
1 | 1 | 1 | -1 |  1 |  1 |  1 |  1 | NO  |  0 |  0 |  0
2 | 1 | 1 | -1 |  1 | -1 | -1 |  1 | NO  |  0 |  0 |  0
3 | 1 | 1 | -1 | -1 |  1 | -1 |  1 | NO  |  0 |  0 |  0
4 | 1 | 1 | -1 |  1 |  1 | -1 |  3 | NO  |  0 |  0 |  0
"""

BATCH = """
1 | 0 | 0 |  0 |  1 |  1 |  1 |  0 | YES |  2 |  2 | -2
2 |   |   |    |  1 | -1 | -1 |  0 | YES |    |    |
3 |   |   |    | -1 |  1 | -1 |  0 | YES |    |    |
4 |   |   |    |  1 |  1 | -1 |  0 | YES |    |    |
1 | 2 | 2 | -2 |  1 |  1 |  1 |  2 | NO  |  0 |  0 |  0
2 |   |   |    |  1 | -1 | -1 |  2 | NO  |    |    |
3 |   |   |    | -1 |  1 | -1 |  2 | NO  |    |    |
4 |   |   |    |  1 |  1 | -1 |  6 | NO  |    |    |
"""

# The same run as the book writes it: bias first, constant feature +1, z = t (1, x).
PLAIN_HEAD = "i | w₀ | w₁ | w₂ | z₀ | z₁ | z₂ | w·z | update | Δw₀ | Δw₁ | Δw₂"

PLAIN = """
1 |  0 | 0 | 0 | -1 |  1 |  1 |  0 | YES | -1 |  1 |  1
2 | -1 | 1 | 1 |  1 |  1 | -1 | -1 | YES |  1 |  1 | -1
3 |  0 | 2 | 0 |  1 | -1 |  1 | -2 | YES |  1 | -1 |  1
4 |  1 | 1 | 1 |  1 |  1 |  1 |  3 | NO  |  0 |  0 |  0
1 |  1 | 1 | 1 | -1 |  1 |  1 |  1 | NO  |  0 |  0 |  0
2 |  1 | 1 | 1 |  1 |  1 | -1 |  1 | NO  |  0 |  0 |  0
3 |  1 | 1 | 1 |  1 | -1 |  1 |  1 | NO  |  0 |  0 |  0
4 |  1 | 1 | 1 |  1 |  1 |  1 |  3 | NO  |  0 |  0 |  0
"""


def cells(text):
    return [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]


@pytest.mark.parametrize("exact", [False, True], ids=["floats", "integers"])
@pytest.mark.parametrize(
    ("train", "threshold", "head", "rows"),
    [
        pytest.param(perceptron.online, True, HEAD, INCREMENTAL, id="incremental"),
        pytest.param(perceptron.batch, True, HEAD, BATCH, id="batch"),
        pytest.param(perceptron.online, False, PLAIN_HEAD, PLAIN, id="bias first"),
    ],
)
def test_the_printed_table(train, threshold, head, rows, exact):
    X, t = data.modified_or()
    table = train(X.astype(object) if exact else X, t).table(threshold=threshold)
    assert list(table.columns) == cells(head)[0]
    assert [list(row) for row in table.rows] == cells(rows)


def test_the_runs_that_the_tables_show():
    X, t = data.modified_or()
    online, batch = perceptron.online(X, t), perceptron.batch(X, t)
    assert (online.updates, online.epochs, online.w.tolist()) == (3, 2, [1, 1, 1])
    assert (batch.updates, batch.epochs, batch.w.tolist()) == (1, 2, [2, 2, 2])


def test_a_table_is_cut_where_asked_and_says_so():
    table = perceptron.online(*data.modified_or()).table(rows=3)
    assert [row[0] for row in table.rows] == ["1", "2", "3", "…"]
    assert "5 more" in table.caption
    whole = perceptron.online(*data.modified_or()).table(rows=8)
    assert len(whole.rows) == 8
    assert "more" not in whole.caption


def test_a_table_of_sparse_rows_is_the_same():
    X, t = data.modified_or()
    sparse = perceptron.online(csr_array(X), t).table()
    assert str(sparse) == str(perceptron.online(X, t).table())


def test_text_and_html_carry_the_same_cells():
    table = perceptron.online(*data.modified_or()).table(threshold=True)
    lines = str(table).splitlines()
    assert [line.split() for line in lines[1:]] == cells(INCREMENTAL)
    html = table._repr_html_()
    assert html.count("<tr>") == 9
    assert html.count('scope="col"') == 12
    body = html.split("<tbody>")[1]
    found = [
        [cell.split("</td>")[0] for cell in row.split("<td>")[1:]] for row in body.split("<tr>")[1:]
    ]
    assert found == cells(INCREMENTAL)


def test_a_shuffled_table_names_the_patterns_as_they_came():
    X, t = data.modified_or()
    run = perceptron.online(X, t, rng=3)
    order = np.random.default_rng(3).permutation(np.arange(4, dtype=np.int32))
    assert order.tolist() != [0, 1, 2, 3]
    assert [row[0] for row in run.table().rows[:4]] == [str(i + 1) for i in order]

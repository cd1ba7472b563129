"""The ledger of formulas: no display without a label, no claim without a check that can fail."""

import re
from collections import Counter

import nbformat
import pytest

import ledger
from book_site.cells import FIRM

PAGES = ledger.pages()
KINDS = ("def-", "eq-", "step-")
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def claims(page):
    """Return the labels of what the page claims: definitions aside, all."""
    return {label for _, label in page.displays if not label.startswith("def-")}


def checks(page):
    """Return the labels that the cells of a page check, each with what its checks do."""
    found = {}
    for cell in page.code:
        for label, how in cell.metadata.get("checks", {}).items():
            found.setdefault(label, set()).add(how)
    return found


@each_page
def test_every_display_has_a_label(page):
    unlabelled = [tex for tex, label in page.displays if not label.startswith(KINDS)]
    assert not unlabelled


@each_page
def test_an_inequality_is_a_claim(page):
    # A step may not be an inequality, so that every line of a proof that compares is checked.
    steps = [(label, tex) for tex, label in page.displays if label.startswith("step-")]
    assert [label for label, tex in steps if re.search(r"\\l[et]\b|\\g[et]\b|[<>]", tex)] == []


def test_labels_are_unique():
    count = Counter(label for page in PAGES for _, label in page.displays)
    assert [label for label, n in count.items() if n > 1] == []


@each_page
def test_every_claim_is_checked_on_its_page(page):
    checked = set(checks(page))
    assert claims(page) - checked == set(), "unchecked"
    assert checked - claims(page) == set(), "checks of formulas that are not there"


@each_page
def test_a_step_is_proved(page):
    steps = {label: how for label, how in checks(page).items() if label.startswith("step-")}
    assert [label for label, how in steps.items() if "proved" not in how] == []


@each_page
def test_a_check_proves_or_tries(page):
    for cell in page.code:
        for label, how in cell.metadata.get("checks", {}).items():
            assert how in FIRM, label
            assert how == "tried" or re.search(r"\bverify\w*\(", cell.source), f"{label}: by what?"


@each_page
def test_a_rate_in_a_formula_is_a_letter_in_its_proof(page):
    # A loop over rates had left a number in `eta`, and the proofs below held for that rate alone.
    solved = {"eq-rate-relaxed"}  # the proof has put in the rate of relaxation
    rates = {label for tex, label in page.displays if r"\eta" in tex} - solved
    for cell in page.code:
        said = "".join(str(output.get("data", output)) for output in cell.outputs)
        for label, how in cell.metadata.get("checks", {}).items():
            assert label not in rates or how == "tried" or "η" in said, label


@each_page
def test_every_check_says_how_it_is_made_to_fail(page):
    for cell in page.code:
        breaks = cell.metadata.get("breaks", {})
        assert set(breaks) == set(cell.metadata.get("checks", {}))
        for label, (old, new) in breaks.items():
            assert cell.source.count(old) == 1, (label, old)
            assert old != new, label


def test_a_check_that_cannot_fail_is_noticed():
    def cell(source, breaks):
        return nbformat.v4.new_code_cell(source, metadata={"breaks": breaks})

    code = [
        cell("a = 2\nassert a + a == 4", {"eq-good": ["4", "5"]}),
        cell("b = a * a\nb == 4", {"eq-idle": ["4", "5"]}),
    ]
    outcome = ledger.play(ledger.Page("page", [], code))
    assert outcome == [("eq-good", "assertion"), ("eq-idle", "")]


def test_a_slip_in_the_alteration_is_no_refusal():
    with pytest.raises(NameError):
        ledger.refusal("assert unknown == 4", {})

"""The formal appendix: Coq accepts the proofs, refuses the false variants, and prints what the page shows."""

import os
import re
import shutil

import pytest

import ledger
import proofs

PAGE = (ledger.ROOT / "book" / "formal.md").read_text(encoding="utf8")
SOURCES = {path.name: path.read_text(encoding="utf8") for path in sorted(proofs.PROOFS.glob("*.v"))}
REPORTS = sorted(proofs.PROOFS.glob("**/*.txt"))
each_report = pytest.mark.parametrize("report", REPORTS, ids=lambda path: path.name)

# A theorem with one hypothesis less, or one constant changed: its own proof must no longer pass.
ALTERED = {
    "progress, at any rate": ("Online.v", "  0 < eta -> w_star · z >= a ->", "  w_star · z >= a ->"),
    "growth, not by a mistake": ("Online.v", "  0 < eta -> w · z <= 0 -> ‖ z", "  0 < eta -> ‖ z"),
    "updates subtract": ("Online.v", "then w + eta * z m else", "then w - eta * z m else"),
    "from any start": ("Online.v", "  | O => start", "  | O => scale 2 start"),
    "without a radius": ("Online.v", "  (forall i, ‖ z i ‖ <= radius) ->\n", ""),
    "strict": ("Online.v", "eta z n <= (radius / gamma)².", "eta z n < (radius / gamma)²."),
    "a chord too low": ("Batch.v", "<= (n + 1) * M j)%nat", "<= n * M j)%nat"),
    "batch, a larger divisor": ("Batch.v", "(n + 1)² / (4 * n) *", "(n + 1)² / (5 * n) *"),
    "Kesler, one and a half": ("Multiclass.v", "r ‖² = 2 * ‖ x ‖².", "r ‖² = 3 / 2 * ‖ x ‖²."),
    "eight updates": ("Integers.v", "modified_OR n <= 9.", "modified_OR n <= 8."),
    "not separable": ("Convergence.v", "  separates z n w_star ->\n  0 < eta", "  0 < eta"),
}


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """Compile all proofs once; return the folder and the reports."""
    if not shutil.which("coqc"):
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(proofs.MISSING)
    folder = tmp_path_factory.mktemp("proofs")
    return folder, proofs.reports(folder)


def test_coq_prints_what_is_committed(compiled):
    _, reports = compiled
    assert {path: path.read_text(encoding="utf8") for path in REPORTS} == reports


@pytest.mark.parametrize("altered", ALTERED)
def test_an_altered_theorem_is_refused(compiled, altered):
    folder, _ = compiled
    name, old, new = ALTERED[altered]
    assert SOURCES[name].count(old) == 1
    (folder / "Altered.v").write_text(SOURCES[name].replace(old, new), encoding="utf8")
    result = proofs.coqc(folder, "Altered.v")
    assert result.returncode == 1
    assert "Error" in result.stderr
    assert "Syntax error" not in result.stderr


@pytest.mark.parametrize("name", SOURCES)
def test_no_proof_is_left_open(name):
    text = re.sub(r"(?s)\(\*.*?\*\)", "", SOURCES[name])
    assert re.findall(r"\b(?:Admitted|admit|give_up|Axiom|Parameter|Conjecture|Abort)\b", text) == []
    assert text.count("Proof.") == text.count("Qed.") + text.count("Defined.")


@each_report
def test_the_page_shows_each_report(report):
    assert f"{{literalinclude}} ../proofs/{report.relative_to(proofs.PROOFS)}\n" in PAGE


def test_a_lemma_bears_a_label_of_the_book():
    labels = {label for page in ledger.pages() for _, label in page.displays}
    cited = {label for text in SOURCES.values() for label in re.findall(r"\(((?:eq|step)-[\w-]+)\)", text)}
    assert cited
    assert cited <= labels


def test_the_page_pairs_each_formula_with_its_lemma():
    rows = re.findall(r"(?m)^\| \{eq\}`([\w-]+)` \|.*\| `(\w+)` \| `(\w+\.v)` \|$", PAGE)
    assert len(rows) >= 15
    for label, lemma, name in rows:
        comment = rf"\(\*\* \({label}\)[^*]*\*\)\n(?:Lemma|Theorem) {lemma}\b"
        assert re.search(comment, SOURCES[name]), (label, lemma, name)

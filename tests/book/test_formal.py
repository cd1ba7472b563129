"""The formal appendix: Coq accepts the proofs, refuses the false variants, and prints what the page shows."""

import os
import re
import shutil

import pytest

import ledger
import proofs
from perceptrons import bounds, data, perceptron

PAGE = (ledger.ROOT / "book" / "formal.md").read_text(encoding="utf8")
SOURCES = {path.name: path.read_text(encoding="utf8") for path in sorted(proofs.PROOFS.glob("*.v"))}
REPORTS = sorted(proofs.PROOFS.glob("**/*.txt"))
each_report = pytest.mark.parametrize("report", REPORTS, ids=lambda path: path.name)

# Each makes a theorem false by a small change, in the statement or in a definition.
ALTERED = {
    "progress, any rate": ("Online.v", "  0 < eta -> w_star", "  eta <> 0 -> w_star"),
    "growth, nearly a mistake": ("Online.v", "0 < eta -> w · z <= 0", "0 < eta -> w · z <= 1"),
    "an update subtracts": ("Online.v", "then w + eta * z m", "then w - eta * z m"),
    "a larger radius": ("Online.v", "‖ z i ‖ <= radius) ->", "‖ z i ‖ <= radius + 1) ->"),
    "strict": ("Online.v", "eta z n <= (radius / gamma)².", "eta z n < (radius / gamma)²."),
    "another start": ("Online.v", "forall n, updates zero", "forall n, updates ((-1) * w_hat)%V"),
    "a lower chord": ("Batch.v", "<= (n + 1) * M j)%nat", "<= n * M j)%nat"),
    "a larger divisor": ("Batch.v", "<= (n + 1)² / (4 * n)", "<= (n + 1)² / (5 * n)"),
    "three halves": ("Multiclass.v", "r ‖² = 2 * ‖ x ‖².", "r ‖² = 3 / 2 * ‖ x ‖²."),
    "another weight": ("Integers.v", "[0; 2; 0]", "[0; 2; 1]"),
    "not separable": ("Convergence.v", "  separates z n w_star ->", "  separates z 0 w_star ->"),
}


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """Compile all proofs once; return the folder and the reports."""
    if not shutil.which("coqc"):
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(proofs.MISSING)
    folder = tmp_path_factory.mktemp("proofs")
    return folder, proofs.reports(folder)


@pytest.mark.thorough
def test_coq_prints_what_is_committed(compiled):
    _, reports = compiled
    if (
        not (proofs.PROOFS / "assumptions.txt")
        .read_text(encoding="utf8")
        .startswith(proofs.version())
    ):
        pytest.skip(f"another Coq printed the reports, and {proofs.version()} has other words")
    assert {path: path.read_text(encoding="utf8") for path in REPORTS} == reports


@pytest.mark.thorough
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
    assert re.findall(r"\b(?:Admitted|admit|give_up|Axiom|Parameter|Conjecture)\b", text) == []
    assert text.count("Proof.") == text.count("Qed.") + text.count("Defined.")


@each_report
def test_the_page_shows_each_report(report):
    assert f"{{literalinclude}} ../proofs/{report.relative_to(proofs.PROOFS)}\n" in PAGE


def test_a_lemma_bears_a_label_of_the_book():
    labels = {label for page in ledger.pages() for _, label in page.displays}
    cited = set(re.findall(r"\(((?:eq|step)-[\w-]+)\)", "".join(SOURCES.values())))
    assert cited
    assert cited <= labels


def test_the_page_pairs_each_formula_with_its_lemma():
    rows = re.findall(r"(?m)^\| \{eq\}`([\w-]+)` \|.*\| `(\w+)` \|$", PAGE)
    assert len(rows) >= 15
    for label, lemma in rows:
        comment = rf"\(\*\* \({label}\)(?:(?!\*\)).)*\*\)\n(?:Lemma|Theorem) {lemma}\b"
        assert re.search(comment, "".join(SOURCES.values()), flags=re.DOTALL), (label, lemma)


def test_chapter_4_proves_each_numbered_formula_as_it_says():
    page = ledger.read(ledger.ROOT / "book" / "04_convergence.ipynb")
    claims = {label for _, label in page.displays if not label.startswith("def-")}
    checks = [cell.metadata.get("checks", {}) for cell in page.code]
    shown = {label: how for held in checks for label, how in held.items() if how != "tried"}
    assert claims == {*shown}
    reduced = {label for label, how in shown.items() if how == "reduced"}
    assert reduced <= {*re.findall(r"(?m)^\| \{eq\}`([\w-]+)`", PAGE)}  # Coq has the whole of it


def test_the_numbers_of_the_page():
    mail = data.spam(1000)
    run = perceptron.online(mail.X, mail.t)
    assert f"{run.updates} updates" in PAGE
    assert f"{bounds.mistake_bound(run.w, mail.X, mail.t):.1e}" == "2.7e+11"
    assert f"alter {len(ALTERED)} theorems" in PAGE.replace("eleven", "11")

"""The search: what must come first for fifty questions, by what a reader may write; from files, too.

Build the site first (`make book`).
"""

import json

import pytest

import axe
from book_site.search import WEIGHTS
from browser import LAPTOP, PHONE, SITE, serve

pytestmark = pytest.mark.site

FIRST = """
01_discriminants#bias-weight                       what is the bias for? | intercept
01_discriminants#linear-separability               linear separability
01_discriminants#how-far-is-a-point-from-the-line  distance from a point to a line
02_perceptron_rule                                 perceptron learning rule | how many mistakes
02_perceptron_rule#rule-order                      order of the data
02_perceptron_rule#rule-today                      is the perceptron still used today | averaged perceptron
04_convergence#conv-novikoff                       Novikoff
04_convergence#three-proofs-of-one-theorem         convergence proof
05_margins                                         margin
05_margins#margin-largest                          support vector machine | SVM
06_step_sizes#step-sizes                           step size | step-size
07_adaline                                         Adaline | LMS | Widrow-Hoff
08_scaling_and_noise                               eigenvalue
08_scaling_and_noise#does-it-help-to-shuffle-or-to-draw  shuffle
09_four_rules#pull-four                            logistic regression | Adaline or logistic
09_four_rules#pull-today                           probability
09_four_rules                                      Ho-Kashyap
11_dual_and_kernels#dual-kernel                    kernel trick
11_dual_and_kernels                                which kernel | Gaussian kernel | digits
12_spam#a-spam-filter                              spam
12_spam                                            email | e-mail | E-mails | naive Bayes filter
12_spam#mail-by-heart                              over-fitting | overfitting | does it overfit?
12_spam#mail-piles                                 train test split
13_overlap_and_many_classes#many-rivals            how do I handle three classes? | more than two classes
14_history#history-1957                            who invented the perceptron | when was it invented
14_history#what-did-minsky-and-papert-prove        Minsky and Papert
14_history#second-sentence-can-two-layers-do-xor   XOR
15_more_than_one_machine                           out of memory
your_data#data-converged                           ConvergenceWarning | does not converge
your_data#data-scale                               why must features be scaled | feature scaling
your_data#data-threshold                           rare class | imbalanced classes
your_data#data-inseparable                         my data are not separable | non-separable data
about#about-cite                                   cite | citation | how can I cite this book? | BibTeX
about#about-licence                                licence | license | copyright | reuse figures
assignments/index                                  hand in assignment | homework
assignments/index#grading                          grading | how are assignments graded?
glossary#term-back-propagation                     backpropagation | back-propagation
glossary#term-mini-batch                           minibatch | mini-batch | Mini-batches
glossary#term-modified-OR                          OR
glossary#term-condition-number                     condition number
reference/rules#perceptrons.geometry.augment       geometry.augment
"""
QUESTIONS = [
    (question.strip(), f"book/{line.split()[0]}")
    for line in FIRST.strip().splitlines()
    for question in line.split(maxsplit=1)[1].split("|")
]


@pytest.fixture
def searched(tab, site):
    """Return a tab that has searched for something, and so can find."""
    tab.goto(site + "search.html?q=spam")
    tab.wait_for_selector("#search-results li")
    return tab


def test_what_comes_first(searched):
    assert len(QUESTIONS) >= 50
    found = searched.evaluate(
        "(all) => all.map((one) => find(one)[0]?.to ?? '')", [question for question, _ in QUESTIONS]
    )
    wrong = [
        f"{question}: {first}, not {wanted}"
        for (question, wanted), first in zip(QUESTIONS, found, strict=True)
        if wanted not in (first.replace(".html", ""), first.partition(".html")[0])
    ]
    assert not wrong, "\n".join(wrong)


def test_chapters_come_before_names_of_the_library(searched):
    for word in ("margin", "spam", "perceptron", "kernel", "adaline", "separability"):
        pages = searched.evaluate("(word) => find(word).slice(0, 8).map((one) => one.to)", word)
        assert not [page for page in pages if "/reference/" in page], word


def test_small_words_are_found_in_capitals_alone(searched):
    shown = "(word) => find(word).slice(0, 3).map(({ passage }) => passage.slice(3).join(' '))"
    assert all(" AND" in text for text in searched.evaluate(shown, "AND"))
    assert searched.evaluate(shown, "and the") == []
    assert searched.evaluate(shown, "quagga") == []


def test_each_passage_is_where_its_address_says(pages):
    data = (SITE / "_static" / "passages.js").read_text("utf-8")
    titles, passages = json.loads(data.partition("=")[2])
    assert {f"{page}.html" for page in titles} == {*pages} - {"search.html", "book/register.html"}
    texts = {page: (SITE / f"{page}.html").read_text("utf-8") for page in titles}
    assert [
        (page, anchor)
        for _, page, anchor, _, _ in passages
        if anchor and f'id="{anchor}"' not in texts[page]
    ] == []
    assert all(any(name in page for page in titles) for name in WEIGHTS)


def test_a_hit_leads_to_its_section_from_files_and_below_a_path(tab, pages, tmp_path):
    (tmp_path / "below").symlink_to(SITE)
    with serve(tmp_path) as address:
        for site in (f"{address}below/", SITE.as_uri() + "/"):
            tab.goto(site + "search.html")
            tab.fill("article input[type=search]", "largest margin")
            tab.press("article input[type=search]", "Enter")
            hit = tab.locator("#search-results li", has_text="The largest margin (theorem)")
            assert hit.locator("mark").text_content() == "largest"
            assert "in 5. Margins" in hit.inner_text()
            hit.locator("a").click()
            tab.wait_for_url("**/book/05_margins.html#margin-largest")


def test_the_page_of_results_is_for_everyone(tab, site):
    for screen in (PHONE, LAPTOP):
        tab.set_viewport_size(screen)
        tab.goto(site + "search.html?q=margin")
        tab.wait_for_selector("#search-results li")
        assert "passages" in tab.locator("[role=status]").inner_text()
        assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe.violations(tab, axe.PAIRS, ()) == []
    tab.goto(site + "search.html?q=quagga")
    tab.get_by_text("Nothing is found").wait_for()

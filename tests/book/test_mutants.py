"""The mutants still apply to the library; `make mutants` shows that each one is caught."""

import mutants


def test_every_mutant_changes_one_place_of_the_library():
    assert [text for mutant in mutants.listed() if (text := mutants.stale(mutant))] == []
    assert [mutant.why for mutant in mutants.listed() if mutant.old == mutant.new] == []


def test_every_mutant_names_tests_that_are_there():
    named = {name for mutant in mutants.listed() for name in mutant.tests.split()}
    assert all(mutants.test_file(name).exists() for name in named)


def test_a_stale_mutant_is_reported():
    stale = mutants.Mutant("_core/kernels/__init__", "rule", "", "no such line", "")
    assert "0 times" in mutants.stale(stale)
    assert "times, not once" in mutants.stale(stale._replace(old="\n"))


def test_a_mutant_is_caught():
    sign = next(mutant for mutant in mutants.listed() if "printed with a minus" in mutant.why)
    assert mutants.first_failure("golden_tables", sign).startswith("test_golden_tables.py::")

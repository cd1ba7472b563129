"""`make portable` says what it could not try, and an emulation that did not take fails."""

import platform
import sys

import pytest

import portable

OTHER = "3.12" if sys.version_info[:2] != (3, 12) else "3.13"


@pytest.fixture(scope="module")
def here():
    """Ask once what really runs here: it takes the import of SciPy and numba."""
    return portable.facts(portable.Machine())


@pytest.fixture
def passing(monkeypatch, here):
    """Let every test pass, without running any; note which machines had the chance."""
    asked = []
    monkeypatch.setattr(portable, "facts", lambda machine: {**here})
    monkeypatch.setattr(portable, "outcome", lambda machine, tests: asked.append(machine) or (3, 0))
    return asked


def test_what_ran_is_a_row_of_the_table(passing, capsys):
    assert portable.main(["here"]) == 0
    last = capsys.readouterr().out.strip().splitlines()[-1].split()
    assert last[:2] == ["here", platform.python_version()]
    assert last[-3:-1] == ["3", "0"]
    assert passing == [portable.Machine()]


def test_what_is_not_there_is_named(passing, monkeypatch, capsys):
    monkeypatch.setattr(portable, "interpreter", lambda version: "")
    monkeypatch.setattr(portable.platform, "machine", lambda: "riscv64")
    assert portable.main(["here", "nehalem", OTHER]) == 0
    said = capsys.readouterr().out
    assert "nehalem was not run: it is an x86 processor, and this is riscv64" in said
    assert f"{OTHER} was not run: there is no python{OTHER} on PATH, and none in pyenv" in said
    assert len(passing) == 1
    assert portable.main([OTHER]) == 1, "nothing ran"
    assert portable.main(["--seconds", "0", "here"]) == 1, "no time"
    assert "here was not run: 0 seconds are over" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        portable.main(["pentium"])


@pytest.mark.parametrize("loops", ["OpenBLAS", "NumPy", "numba", "libm"])
def test_an_emulation_that_did_not_take_fails(passing, monkeypatch, capsys, loops):
    untouched = portable.Machine(wanted={loops: "another"})
    monkeypatch.setattr(portable, "processor", lambda name, here: untouched)
    assert portable.main(["nehalem"]) == 1
    assert "nehalem FAILED: the emulation did not take" in capsys.readouterr().out
    assert not passing


def test_an_environment_that_cannot_be_made_fails(passing, monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(portable, "ROOT", tmp_path)
    for name in portable.PINS:
        (tmp_path / name).write_text("")
    monkeypatch.setattr(portable, "interpreter", lambda version: "false")
    assert portable.main(["here", OTHER]) == 1
    assert f"{OTHER} FAILED" in capsys.readouterr().out
    assert len(passing) == 1


@pytest.mark.parametrize(
    ("source", "counts"),
    [
        ("def test_a(): pass\ndef test_b(): assert 0", (1, 1)),
        ("import nothing_of_this_name", (0, 1)),
    ],
    ids=["fails", "does not start"],
)
def test_failures_are_counted(tmp_path, monkeypatch, source, counts):
    monkeypatch.setattr(portable, "TWO", [])
    file = tmp_path / "test_it.py"
    file.write_text(source)
    assert portable.outcome(portable.Machine(), [str(file)]) == counts

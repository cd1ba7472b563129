"""What is missing on a reader's machine is a reason to skip a test, and in CI to fail it."""

from pathlib import Path

import pytest


@pytest.fixture
def wrapped(request):
    """Return a test's course in the hands of conftest.py, begun."""
    here = str(Path(__file__).with_name("conftest.py"))
    course = request.config.pluginmanager.get_plugin(here).pytest_runtest_call(request.node)
    next(course)
    return course


@pytest.mark.parametrize(("ci", "outcome"), [("", pytest.skip), ("true", pytest.fail)])
def test_a_missing_npm_package_is_named(wrapped, monkeypatch, ci, outcome):
    monkeypatch.setenv("CI", ci)
    file = Path("node_modules", "no-such-package", "it.js")
    with pytest.raises(FileNotFoundError) as missing:
        file.read_text("utf-8")
    with pytest.raises(outcome.Exception, match=f"^no {file}: install it with `make setup`$"):
        wrapped.throw(missing.value)


def test_another_missing_file_is_a_fault(wrapped):
    missing = FileNotFoundError(2, "No such file or directory", "node_modules.txt")
    with pytest.raises(FileNotFoundError) as caught:
        wrapped.throw(missing)
    assert caught.value is missing

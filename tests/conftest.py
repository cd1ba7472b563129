"""Shared fixtures: repeatable Hypothesis examples, a browser, the built site, a tab with an explorable."""

import os
import re
from pathlib import Path

import pytest
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling

settings.register_profile("book", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("book")

FRAME = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>An explorable</title>
<meta name="viewport" content="width=device-width"><style>body {{ margin: 0 12px; font: 16px sans-serif }}
[data-theme=dark] {{ background: #14181e; color: #ced6dd }}</style><main><h1>An explorable</h1>{}</main>"""


def pytest_collection_modifyitems(items):
    """Run the browser's tests first: they are few and long, and one worker would wait for them at the end."""
    items.sort(key=lambda item: item.get_closest_marker("site") is None)


class FilesAndPages(LoadFileScheduling):
    """Keep each file on one worker, as a notebook's cells need it, but spread pages and browsers' notebooks."""

    apart = re.compile(r"::test_page\[|/test_(browser_edition|live)\.py::")

    def _split_scope(self, nodeid):
        return nodeid if self.apart.search(nodeid) else super()._split_scope(nodeid)


@pytest.hookimpl(optionalhook=True)  # `make mutants` runs pytest without xdist
def pytest_xdist_make_scheduler(config, log):
    """Replace the scheduler of ``--dist`` wherever there is more than one worker."""
    return FilesAndPages(config, log)


def unavailable(reason):
    """Skip on a reader's machine; fail in CI, where nothing may be missing."""
    (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(reason)


@pytest.fixture(scope="session", name="unavailable")
def _unavailable():
    return unavailable


def without_npm(item):
    """Skip a test, or fail in CI, where it reads a file of an npm package that is not installed."""
    try:
        return (yield)
    except FileNotFoundError as error:
        if "node_modules" not in Path(str(error.filename)).parts:
            raise
        unavailable(f"no {error.filename}: install it with `make setup`")


pytest_runtest_setup = pytest_runtest_call = pytest.hookimpl(wrapper=True)(without_npm)


@pytest.fixture(scope="session")
def browser():
    """Start a browser for all tests of a worker: to start it takes a second."""
    from browser import CHROME, SHELL, chromium

    if not CHROME:
        unavailable("no Chromium: install one, or name it in CHROME_PATH")
    with chromium(SHELL) as browser:
        yield browser


@pytest.fixture(scope="module")
def pages():
    """List the pages of the built site."""
    from browser import pages

    if not (found := pages()):
        unavailable("no site in _build/html: build it with `make book`")
    return found


@pytest.fixture(scope="module")
def site(pages):
    """Serve the built site."""
    from browser import SITE, serve

    with serve(SITE) as address:
        yield address


@pytest.fixture(scope="module")
def edition(pages):
    """Return the folder of the browser edition in the built site."""
    from browser import SITE

    if not (SITE / "lite").is_dir():
        unavailable("no browser edition in the site: build it with `make lite`")
    return SITE / "lite"


@pytest.fixture
def tab(browser):
    """Open a tab in a fresh browser context."""
    with browser.new_context() as context:
        yield context.new_page()


@pytest.fixture(scope="session")
def tab_of(browser):
    """Return a function that gives a worker's tab of a kind of browser, empty: a new one takes 0.6 s."""
    from browser import LAPTOP

    tabs = {}

    def empty(viewport=LAPTOP, **options):
        kind = repr([viewport, options])
        if kind not in tabs:
            tabs[kind] = browser.new_context(viewport=viewport, **options).new_page()
            # In the page that a tab begins with, no drag holds the mouse.
            tabs[kind].set_content("")
        tabs[kind].goto("about:blank")
        tabs[kind].set_viewport_size(viewport)
        return tabs[kind]

    return empty


@pytest.fixture
def show(browser, tab_of):
    """Return a function that opens an explorable in a tab; check for errors at the end."""
    from browser import stop_time

    contexts, tabs, errors = [], [], []

    def page_error(error):
        errors.append(str(error))

    def logged(message):
        errors.append(message.text)

    def open_tab(explorable, stopped=False, **options):
        if stopped:  # the clock of a context never goes again
            contexts.append(browser.new_context())
        tab = contexts[-1].new_page() if stopped else tab_of(**options)
        tabs.append(tab)
        tab.on("pageerror", page_error)
        tab.on("console", logged)
        tab.set_content(FRAME.format(explorable._repr_html_()))
        if options.get("java_script_enabled", True):
            tab.wait_for_function("document.querySelector('.explorable').shadowRoot")
        if stopped:
            stop_time(tab)
        return tab

    yield open_tab
    for tab in tabs:
        tab.remove_listener("pageerror", page_error)
        tab.remove_listener("console", logged)
    for context in contexts:
        context.close()
    assert errors == []

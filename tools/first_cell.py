"""Measure the browser edition: how long a reader waits for the first cell, what travels, what it takes.

    python tools/first_cell.py [--times 3] [--write]

The site must have the edition in it (`make lite`), and the machine nothing else to do. A cold visit has
an empty cache, a warm one follows it in the same browser. `--write` puts the table into
book/in_your_browser.md, which explains it.
"""

import argparse
import os
import statistics
import time
from datetime import date

import psutil
from playwright.sync_api import BrowserContext

from audit import written
from browser import CHROME, ROOT, SITE, chromium, serve

PAGE = ROOT / "book" / "in_your_browser.md"
MARKS = "<!-- first cell -->\n", "<!-- end of first cell -->\n"
NOTEBOOKS = {
    "02_perceptron_rule": "chapter 2",
    "12_spam": "chapter 12",
    "a1_discriminants": "assignment 1",
}
FIGURES = "seconds to the notebook", "to its first result", "MB that travel", "MB of memory"
Row = dict[str, float]
OPEN = "() => window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel"
FIRST_CELL = """async () => {
  const notebook = jupyterapp.shell.currentWidget.content;
  notebook.activeCellIndex = notebook.widgets.findIndex((cell) => cell.model.type === "code");
  await jupyterapp.commands.execute("notebook:run-cell");
}"""


def renderers() -> list[psutil.Process]:
    """Return the browser's processes that show pages and run their workers."""
    processes = psutil.Process().children(recursive=True)
    return [process for process in processes if "--type=renderer" in process.cmdline()]


def visit(context: BrowserContext, address: str) -> Row:
    """Open a notebook and run its first cell."""
    sizes: list[int] = []
    tab = context.new_page()
    tab.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    start = time.monotonic()
    tab.goto(address)
    tab.wait_for_function(OPEN, timeout=180_000)  # milliseconds
    opened = time.monotonic() - start
    tab.evaluate(FIRST_CELL)
    done = time.monotonic() - start
    memory = max(process.memory_info().rss for process in renderers())
    tab.close()
    figures = opened, done, sum(sizes) / 1e6, memory / 1e6
    return dict(zip(FIGURES, figures, strict=True))


def visits(address: str) -> tuple[Row, Row]:
    """Visit a notebook in a new browser, and once more with what the first visit left in its cache."""
    with chromium() as browser, browser.new_context() as context:
        return visit(context, address), visit(context, address)


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=3, help="visits of each kind")
    parser.add_argument("--write", action="store_true", help=f"put the table into {PAGE.name}")
    options = parser.parse_args()
    if not (CHROME and (SITE / "lite").is_dir()):
        parser.error("needs Chromium (or its path in CHROME_PATH), and the edition: make lite")
    lines = [["notebook", "visit", *FIGURES], [":--", ":--", *["--:"] * len(FIGURES)]]
    with serve(SITE) as site:
        for notebook, name in NOTEBOOKS.items():
            found = [
                visits(f"{site}lite/notebooks/index.html?path={notebook}.ipynb")
                for _ in range(options.times)
            ]
            for kind, rows in zip(("first", "second"), zip(*found, strict=True), strict=True):
                middle = (statistics.median(row[figure] for row in rows) for figure in FIGURES)
                lines.append([name, kind, *(f"{value:.0f}" for value in middle)])
    with chromium() as browser:
        version = browser.version.split(".")[0]
    block = "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
    block = f"\n{block}\nMeasured on {date.today().isoformat()}, on {os.cpu_count()} cores, with Chromium {version}.\n"
    print(block)
    if options.write:
        PAGE.write_text(written(PAGE.read_text("utf-8"), block, MARKS), "utf-8")


if __name__ == "__main__":
    main()

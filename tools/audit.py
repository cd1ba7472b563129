"""Measure every page of the built site against its goals, and beside a plain Jupyter Book.

    python tools/audit.py [--pages PATTERN] [--write]

Prints a line a page, then the worst of each figure, and exits with 1 where a page misses a goal.
Performance depends on what else the machine does: let it do nothing else, for about a minute a page.
Where the first run of Lighthouse misses its goal, more follow until three agree. `--write` puts
the summary into book/weight.md, which explains the figures.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from datetime import date
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

from browser import CHROME, ROOT, SITE, chromium, pages, serve
from measure import DESKTOP_GOAL, LIGHTHOUSE, PHONE_GOAL, Row, measure, plain_book

PAGE = ROOT / "book" / "weight.md"
MARKS = "<!-- audit -->\n", "<!-- end of audit -->\n"
PLAIN = {"book/index.html": "front page", "book/02_perceptron_rule.html": "chapter 2"}


class Figure(NamedTuple):
    """A figure of a page: its name, its goal if it has one, whether more is better, and for which pages."""

    name: str
    goal: float | None = None
    more: bool = False
    pages: str = "*"

    def worst(self, *values: float) -> float:
        """Return the value furthest from what is good."""
        return min(values) if self.more else max(values)


FIGURES = [
    Figure("KB", 200),
    Figure("requests"),
    Figure("elements", 12_000, pages="book/[0-9]*"),
    Figure("shift", 0),
    Figure("jump", 2),
    Figure("axe", 0),
    Figure("slowdown"),
    Figure("phone", PHONE_GOAL, more=True),
    Figure("desktop", DESKTOP_GOAL, more=True),
    Figure("accessibility", 100, more=True),
    Figure("best practices", 100, more=True),
    Figure("SEO", 100, more=True, pages="book/*"),  # no search engine is to list the search
]
GOALS = {figure.name: figure.goal for figure in FIGURES if figure.goal is not None}


def missed(page: str, row: Row) -> list[str]:
    """Say which goals a page misses."""
    goals = [f for f in FIGURES if f.goal is not None and fnmatch(page, f.pages)]
    wrong = [f for f in goals if f.worst(row[f.name], f.goal) != f.goal]
    return [f"{page}: {f.name} {row[f.name]:g}, the goal is {f.goal:g}" for f in wrong]


def worst(rows: list[Row]) -> Row:
    """Return the worst of each figure."""
    return {figure.name: figure.worst(*(row[figure.name] for row in rows)) for figure in FIGURES}


def line(page: str, row: Row) -> str:
    """Lay out the figures of a page under the headings."""
    return f"{page:<32}" + "".join(f"{row[f.name]:>{len(f.name) + 3}g}" for f in FIGURES)


def table(rows: dict[str, Row]) -> str:
    """Write figures as a table of Markdown: a line a figure, with its goal, and a column a page."""
    lines = [["figure", "goal", *rows], [":--", *["--:"] * (len(rows) + 1)]]
    for figure in FIGURES:
        sign = "≥" if figure.more else "≤"
        goal = "" if figure.goal is None else f"{sign} {figure.goal}"
        lines.append([figure.name, goal, *(f"{row[figure.name]:g}" for row in rows.values())])
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def written(page: str, block: str) -> str:
    """Return a page whose table is the given block."""
    start, end = MARKS
    before, rest = page.split(start)
    return before + start + block + end + rest.split(end)[1]


def instruments() -> str:
    """Say when and with what the figures were measured."""
    with chromium() as browser:
        chrome = browser.version.split(".")[0]
    files = [ROOT / "node_modules" / name / "package.json" for name in ("lighthouse", "axe-core")]
    light, rules = (json.loads(file.read_text("utf-8"))["version"] for file in files)
    return (
        f"Measured on {date.today().isoformat()}, on {os.cpu_count()} cores, with Chromium {chrome},\n"
        f"Lighthouse {light} and axe-core {rules}.\n"
    )


def audit(site: Path, names: list[str]) -> Iterator[tuple[str, Row]]:
    """Measure the named pages of a site, one after the other, and print each."""
    with serve(site) as address, chromium() as browser:
        for name in names:
            row = measure(browser, address + name)
            print(line(name, row), flush=True)
            yield name, row


def main() -> int:
    """Measure, print, and return 1 where a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", default="*", help="the pages to measure, as book/0*")
    parser.add_argument("--write", action="store_true", help="put the summary into book/weight.md")
    options = parser.parse_args()
    if not (CHROME and LIGHTHOUSE.exists()):
        parser.error(
            "needs Chromium (or its path in CHROME_PATH), and Lighthouse: make audit installs it"
        )
    names = [page for page in pages() if fnmatch(page, options.pages)]
    if not names or (options.write and not {*PLAIN} <= {*names}):
        parser.error("too few pages: build the site with make book, or ask for more")
    print(f"{'':<32}" + "".join(f"   {figure.name}" for figure in FIGURES))
    ours = dict(audit(SITE, names))
    summary = {f"the worst of {len(ours)} pages": worst(list(ours.values()))}
    print(*(line(*row) for row in summary.items()))
    print("A plain Jupyter Book; MathJax, which it fetches from another host, is not counted:")
    with plain_book() as site:
        plain = dict(audit(site, PLAIN))
    if options.write:
        for page, name in PLAIN.items():
            summary |= {name: ours[page], f"{name}, plain": plain[page]}
        block = f"\n{table(summary)}\n{instruments()}"
        PAGE.write_text(written(PAGE.read_text("utf-8"), block), "utf-8")
    failures = [text for page, row in ours.items() for text in missed(page, row)]
    print("\n".join(failures) or "Every page meets every goal.")
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())

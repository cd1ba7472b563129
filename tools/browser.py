"""Chromium and a static host on this machine, for the tests of the site."""

import functools
import gzip
import http.server
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
SITE = Path(os.environ.get("PERCEPTRONS_SITE") or ROOT / "_build" / "html")
CHROME = os.environ.get("CHROME_PATH") or shutil.which("chromium")
# Chromium without windows, where it is installed: a quarter less of the processor for the tests.
SHELL = os.environ.get("CHROME_PATH") or shutil.which("chromium-headless-shell") or CHROME
ALONE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"  # no host but this one

LAPTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
SCREENS = LAPTOP, PHONE

# What moved by itself, as Lighthouse counts it, to three decimals; and what moved most.
SHIFT = """() => new Promise((tell) => {
  const count = (list) => {
    const shifts = list.getEntries();
    const sum = shifts.reduce((sum, { value }) => sum + value, 0).toFixed(3);
    const node = shifts[0].sources[0]?.node;
    tell(sum === "0.000" ? [] : [`layout shift: ${sum} ${node?.localName ?? "text"} ${node?.className ?? ""}`]);
  };
  new PerformanceObserver(count).observe({ type: "layout-shift", buffered: true });
  setTimeout(tell, 100, []);  // none: nobody calls
})"""


def pages(site: Path = SITE) -> list[str]:
    """List the pages of a built site, except the redirect at its root."""
    found = {*site.glob("*.html"), *site.glob("book/**/*.html")} - {site / "index.html"}
    return sorted(page.relative_to(site).as_posix() for page in found)


class StaticHost(http.server.SimpleHTTPRequestHandler):
    """Serve files as GitHub Pages does: text compressed, cached for ten minutes. No log."""

    protocol_version = "HTTP/1.1"
    compressed = (".html", ".css", ".js", ".json", ".svg", ".txt", ".xml")

    def do_GET(self) -> None:
        """Send one file whole."""
        path = Path(self.translate_path(self.path))
        if path.is_dir() and self.path.endswith("/"):
            path /= "index.html"
        if not path.is_file():
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        body = path.read_bytes()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Cache-Control", "max-age=600")
        if path.suffix in self.compressed:
            body = gzip.compress(body, 6)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@contextmanager
def serve(directory: Path) -> Iterator[str]:
    """Serve a directory on a free port and yield its address."""
    handler = functools.partial(StaticHost, directory=directory)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@contextmanager
def chromium(path: str | None = CHROME) -> Iterator[Browser]:
    """Start a browser that can reach this machine only."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", ALONE])
        yield browser
        browser.close()


def stop_time(tab: Page) -> None:
    """Stop the clock of a page: its timers run only in `tab.clock.run_for`."""
    tab.clock.install(time=0)
    tab.clock.pause_at(1)  # installed alone, the clock runs on


def show(tab: Page, theme: str, screen: dict) -> None:
    """Switch a page to a theme and a screen. The site follows the system, unless told otherwise."""
    tab.set_viewport_size(screen)
    tab.emulate_media(color_scheme=theme)

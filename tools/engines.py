"""Three engines behind the same few commands: Chromium, and Firefox and WebKit as Debian has them.

Chromium is driven by Playwright. The two others speak WebDriver: Firefox at its Marionette port, where each
command has a name, and WebKit through WebKitWebDriver, where it has a path; the parameters are the same.
"""

import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import browser

WINDOW = Path(__file__).with_name("webkit_window.py")
PYTHON = "/usr/bin/python3"  # Debian's own has the bindings to WebKit
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c"}
ASYNC = "const [value, done] = arguments; Promise.resolve(value).then({}).then(done, (e) => done(`error: ${{e}}`))"
FRAME = "() => new Promise(requestAnimationFrame)"
PLACE = """(selector) => {
  const target = document.querySelector(selector);
  target.scrollIntoView({ block: "center", behavior: "instant" });
  return new Promise(requestAnimationFrame).then(() => target.getClientRects()[0].toJSON());
}"""


def missing(name: str) -> str:
    """Return what of an engine is not on this machine, in words, or nothing."""
    window = [PYTHON, "-c", "import gi; gi.require_version('WebKit2', '4.1')"]
    if name == "chromium":
        return "" if browser.SHELL else "no Chromium: install one, or name it in CHROME_PATH"
    if name == "firefox":
        return "" if shutil.which("firefox-esr") else "no Firefox: install Debian's firefox-esr"
    programs = all(map(shutil.which, ("WebKitWebDriver", "Xvfb", PYTHON)))
    if programs and subprocess.run(window, capture_output=True, check=False).returncode == 0:
        return ""
    return "no WebKit: install Debian's webkit2gtk-driver, gir1.2-webkit2-4.1, python3-gi and xvfb"


class Tab:
    """A tab of an engine: `run` evaluates a function, as Playwright's `evaluate` does."""

    def __init__(self, send: Callable) -> None:
        self.send = send

    def goto(self, url: str) -> None:
        """Load a page, also where only the part after # is another."""
        for address in ("about:blank", url):
            self.send("WebDriver:Navigate", "POST url", url=address)

    def back(self) -> None:
        """Go back in the history."""
        self.send("WebDriver:Back", "POST back")

    def run(self, function: str, value: object = None) -> object:
        """Return what a function of JavaScript returns, or what its promise brings."""
        script = ASYNC.format(function)
        name = "WebDriver:ExecuteAsyncScript"
        answer = self.send(name, "POST execute/async", script=script, args=[value])
        if isinstance(answer, str) and answer.startswith("error: "):
            raise RuntimeError(answer)
        return answer

    def act(self, kind: str, *actions: dict, **options: dict) -> None:
        """Let the keyboard or the mouse do something."""
        source = {"type": kind, "id": kind, "actions": actions, **options}
        self.send("WebDriver:PerformActions", "POST actions", actions=[source])

    def press(self, key: str) -> None:
        """Press a key of `KEYS`."""
        steps = ({"type": step, "value": KEYS[key]} for step in ("keyDown", "keyUp"))
        self.act("key", *steps)

    def hover(self, selector: str, *then: dict) -> None:
        """Let the pointer rest on an element."""
        box = self.run(PLACE, selector)
        x, y = int(box["x"] + box["width"] / 2), int(box["y"] + box["height"] / 2)
        move = {"type": "pointerMove", "x": x, "y": y, "origin": "viewport", "duration": 0}
        self.act("pointer", move, *then, parameters={"pointerType": "mouse"})

    def click(self, selector: str) -> None:
        """Press the mouse's first button on an element."""
        self.hover(selector, *({"type": f"pointer{way}", "button": 0} for way in ("Down", "Up")))

    def picture(self) -> bytes:
        """Return what is in sight, as PNG."""
        return base64.b64decode(self.send("WebDriver:TakeScreenshot", "GET screenshot", full=False))


class Firefox(Tab):
    """Its own settings and messages are reached in its chrome."""

    def chrome(self, script: str) -> object:
        """Run a script where the browser itself runs."""
        self.send("Marionette:SetContext", "", value="chrome")
        answer = self.send("WebDriver:ExecuteScript", "", script=script, args=[])
        self.send("Marionette:SetContext", "", value="content")
        return answer

    def fit(self, screen: dict) -> None:
        """Give pages the room of a screen."""
        sizes = "".join(
            f"b.style.setProperty('{least}{side}', '{length}px');"
            for side, length in screen.items()
            for least in ("", "min-", "max-")
        )
        self.chrome(f"const b = gBrowser.selectedBrowser; {sizes}")
        self.run(FRAME)

    def errors(self) -> list[str]:
        """Return what scripts of pages have failed with, and forget it.

        Firefox also blames a formula of which only a part has arrived when it is laid out.
        """
        return self.chrome(
            "const said = Services.console.getMessageArray().filter((it) => it instanceof Ci.nsIScriptError &&"
            " !(it.flags & it.warningFlag) && /^(http|file):/.test(it.sourceName)).map((it) => it.errorMessage)"
            ".filter((it) => !it.startsWith('Invalid markup: Incorrect number of children'));"
            "Services.console.reset(); return said"
        )


class WebKit(Tab):
    """Its window (`webkit_window`) notes the errors of a page in the page."""

    def fit(self, screen: dict) -> None:
        """Give pages the room of a screen."""
        self.send("", "POST window/rect", x=0, y=0, **screen)
        self.run(FRAME)

    def errors(self) -> list[str]:
        """Return what scripts of this page have failed with."""
        return self.run("() => window.failed")


class Chromium:
    """Playwright's tab, with the names of the others."""

    def __init__(self, tab) -> None:
        self.tab, self.said = tab, []
        self.goto, self.run, self.back = tab.goto, tab.evaluate, tab.go_back
        self.press, self.click = tab.keyboard.press, tab.click
        self.picture, self.fit = tab.screenshot, tab.set_viewport_size
        tab.on("pageerror", lambda error: self.said.append(str(error)))

    def hover(self, selector: str) -> None:
        """Let the pointer rest on an element, which is in sight first."""
        self.run(PLACE, selector)
        self.tab.hover(selector)

    def errors(self) -> list[str]:
        """Return what scripts of pages have failed with, and forget it."""
        said, self.said = self.said, []
        return said


def soon(what: Callable, seconds: float = 30) -> object:
    """Return the first answer of a function that fails until something has started."""
    end = time.monotonic() + seconds
    while True:
        try:
            return what()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


@contextmanager
def process(*command: str, **options: object) -> Iterator[None]:
    """Run a program until the end."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, **quiet, **options) as running:
        try:
            yield
        finally:
            running.terminate()


@contextmanager
def chromium(started) -> Iterator[Chromium]:
    """Open a page of a Chromium that Playwright has started: it starts one only in a process."""
    tab = started.new_page()
    yield Chromium(tab)
    tab.close()


@contextmanager
def marionette(port: int) -> Iterator[Callable]:
    """Connect to Firefox: each message is its length, a colon, and JSON."""
    with soon(lambda: socket.create_connection(("127.0.0.1", port))) as connection:
        stream = connection.makefile("rwb")

        def receive() -> object:
            digits = b""
            while (byte := stream.read(1)) != b":":
                digits += byte
            return json.loads(stream.read(int(digits)))

        def send(name: str, path: str = "", **parameters: object) -> object:
            body = json.dumps([0, 1, name, parameters]).encode()
            stream.write(b"%d:%b" % (len(body), body))
            stream.flush()
            _, _, error, answer = receive()
            if error:
                raise RuntimeError(f"{name}: {error['message']}")
            return answer["value"] if [*answer] == ["value"] else answer

        receive()  # it greets
        send("WebDriver:NewSession")
        yield send


@contextmanager
def firefox() -> Iterator[Firefox]:
    """Start Firefox without windows."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        Path(profile, "user.js").write_text('user_pref("marionette.port", 0);\n')
        command = (
            "firefox-esr",
            "--headless",
            "--marionette",
            "--remote-allow-system-access",
            "--profile",
            profile,
            "about:blank",
        )
        with process(*command):
            port = soon(Path(profile, "MarionetteActivePort").read_text)
            with marionette(int(port)) as send:
                yield Firefox(send)


@contextmanager
def webkit() -> Iterator[WebKit]:
    """Start WebKit in a window of its own, on a screen in memory."""
    with ExitStack() as stack:
        read, write = os.pipe()
        screen = ("Xvfb", "-displayfd", str(write), "-screen", "0", "1280x1000x24")
        stack.enter_context(process(*screen, pass_fds=[write]))
        display = f":{os.read(read, 16).decode().strip()}"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        stack.enter_context(
            process("WebKitWebDriver", f"--port={port}", env=os.environ | {"DISPLAY": display})
        )
        base = f"http://127.0.0.1:{port}/session"

        def send(name: str, path: str, **parameters: object) -> object:
            method, _, rest = path.partition(" ")
            body = json.dumps(parameters).encode() if method == "POST" else None
            request = urllib.request.Request(f"{base}{rest}", body, method=method)
            try:
                with urllib.request.urlopen(request, timeout=60) as answer:
                    return json.load(answer)["value"]
            except urllib.error.HTTPError as error:
                raise RuntimeError(f"{path}: {error.read().decode()}") from None

        options = {"binary": PYTHON, "args": [str(WINDOW)]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        session = soon(lambda: send("", "POST ", capabilities=wanted))
        base = f"{base}/{session['sessionId']}/"
        yield WebKit(send)
        send("", "DELETE ")

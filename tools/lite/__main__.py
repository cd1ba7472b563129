"""Build the browser edition into the built site: `make lite`."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lite import NOTEBOOKS, ROOT, SITE
from lite.pyodide import KERNEL, STUBS, assemble
from lite.stage import staged

PLUGIN = "@jupyterlite/pyodide-kernel-extension:kernel"
KERNEL_SETTINGS = {
    "disablePyPIFallback": True,  # nothing from another host
    "pyodideUrl": "./static/pyodide/pyodide.js",
    "loadPyodideOptions": {"packages": [*KERNEL, *STUBS]},
}
SETTINGS = {
    "jupyter-lite.json": {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "Perceptrons",
            "contentsStorageName": "perceptrons",
            "exposeAppInBrowser": True,  # the tests drive it
            "litePluginSettings": {PLUGIN: KERNEL_SETTINGS},
        },
    },
    "jupyterlite_config.json": {
        "LiteBuildConfig": {
            "apps": ["notebooks", "lab"],
            "no_sourcemaps": True,
            "no_unused_shared_packages": True,
        }
    },
    "overrides.json": {
        "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},
        "@jupyterlab/docmanager-extension:plugin": {"autosaveInterval": 10},
        "@jupyterlab/notebook-extension:tracker": {"windowingMode": "defer"},  # find sees all cells
        "@jupyterlab/notebook-extension:panel": {
            "toolbar": [
                {
                    "name": "download",
                    "command": "docmanager:download",
                    "label": "Download",
                    "rank": 9,
                }
            ]
        },
    },
}
# Where it cannot run, a reader sees a sentence, not an empty page.
CANNOT = """<script>
  const why = location.protocol === "file:"
    ? "A notebook cannot run from the file system. In the folder of the site run: python3 -m http.server"
      + " and open http://localhost:8000"
    : typeof WebAssembly === "object" && "noModule" in HTMLScriptElement.prototype ? ""
    : "This browser is too old to run Python. The page of the chapter has a button to download the notebook.";
  if (why) addEventListener("DOMContentLoaded", () => { document.body.textContent = why; });
</script>"""
# JupyterLab measures the notebook whole for each cell that it adds: Python waited seconds for its start.
UNSEEN = "<style>.jp-Notebook-cell { content-visibility: auto; contain-intrinsic-size: auto 12em }</style>"


def build(out: Path) -> None:
    """Build the edition into a folder that does not exist."""
    with (
        TemporaryDirectory() as folder
    ):  # what is left of an earlier build makes the next skip steps
        lite = Path(folder)
        assemble(lite / "static" / "pyodide")
        (lite / "contents").mkdir()
        for pattern in NOTEBOOKS:
            for notebook in ROOT.glob(pattern):  # flat: a download is named after its whole path
                (lite / "contents" / notebook.name).write_text(staged(notebook), "utf-8")
        for name, content in SETTINGS.items():
            (lite / name).write_text(json.dumps(content), "utf-8")
        command = [sys.executable, "-m", "jupyter", "lite", "build", "--lite-dir", lite]
        command += ["--config", lite / "jupyterlite_config.json"]
        command += ["--contents", lite / "contents", "--output-dir", out]
        done = subprocess.run(command, cwd=lite, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"jupyter lite build failed:\n{done.stderr}")


def settings_of(out: Path) -> dict[str, Any]:
    """Return the kernel's settings as they were written."""
    written = json.loads((out / "jupyter-lite.json").read_text("utf-8"))
    found: dict[str, Any] = written["jupyter-config-data"]["litePluginSettings"][PLUGIN]
    return found


def add_live_cells(out: Path) -> None:
    """Add what runs cells in their page, and Temml as a module, which typesets the formulas they show."""
    shutil.copytree(
        Path(__file__).parent / "live", out / "live", ignore=shutil.ignore_patterns("__*")
    )
    temml = (ROOT / "node_modules" / "temml" / "dist" / "temml.min.js").read_text("utf-8")
    (out / "live" / "temml.js").write_text(f"{temml}\nexport default temml;\n", "utf-8")


def finish(out: Path) -> None:
    """See that the settings were taken, and put into each page what it says where it cannot run, and a style."""
    taken = settings_of(out)
    if any(taken.get(name) != value for name, value in KERNEL_SETTINGS.items()):
        raise SystemExit(f"jupyter lite build did not take the settings of the kernel: {taken}")
    for page in out.glob("*/index.html"):
        text = page.read_text("utf-8").replace("<head>", f"<head>{CANNOT}{UNSEEN}", 1)
        page.write_text(text, "utf-8")


def main() -> None:
    """Build, and print what it weighs."""
    if not (SITE / "index.html").is_file():
        raise SystemExit("There is no site in _build/html: `make lite` builds it first.")
    out = SITE / "lite"
    shutil.rmtree(out, ignore_errors=True)
    build(out)
    add_live_cells(out)
    finish(out)
    files = [file for file in out.rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files) / 1e6
    print(f"{out.as_uri()}: {len(files)} files, {size:.0f} MB")


if __name__ == "__main__":
    main()

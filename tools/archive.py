"""Pack two archives: the notebooks with what they need to run, and the site.

    python tools/archive.py        # both into _build, from the site that is built there

To run the notebooks, unpack their archive, install its requirements.txt and start JupyterLab. The
site opens from the file system. As a Sphinx extension this module puts the notebooks' archive into
every site. Archives are reproducible: names are sorted, and all files have one date.
"""

from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = "perceptrons-notebooks.zip"
SITE = "perceptrons-site.zip"
WITH_PYTHON = "perceptrons-site-with-python.zip"  # the browser edition is in it
DATE = (2026, 1, 1, 0, 0, 0)  # of every file, whenever it was packed

WHOLE = ["LICENSE", "pyproject.toml", "constraints.txt", "lib/README.md"]
PAGES = {".bib", ".ipynb", ".md", ".tsv"}
THE_REST = "\n# the site\n"  # in requirements.txt; above it stands what the notebooks need
README = """\
# Perceptrons: the notebooks

The chapters and the assignments of *Perceptrons: an executable textbook on linear classifiers*, and
the library that the chapters use. Python 3.11 or newer is needed. Once, in this folder:

    python3 -m venv .venv
    .venv/bin/pip install -r requirements.txt

Then, each time:

    .venv/bin/jupyter lab book/02_perceptron_rule.ipynb

On Windows the first command is `py -m venv .venv`, and `.venv\\Scripts\\` stands for `.venv/bin/`.
To begin at the beginning, open `book/01_discriminants.ipynb`; the assignments are in
`book/assignments/release`. What you change in `lib/perceptrons`
is in force when the kernel is restarted.
"""


def notebooks() -> dict[str, bytes]:
    """Return the notebooks and what they need to run, as file contents by name."""
    library = (p for p in ROOT.glob("lib/perceptrons/**/*") if "__pycache__" not in p.parts)
    places = (
        *ROOT.glob("book/*"),
        *ROOT.glob("book/_data/*"),
        *ROOT.glob("book/reference/*"),
        *ROOT.glob("book/assignments/release/*/*"),
    )
    pages = (p for p in places if p.suffix in PAGES)
    paths = [*(ROOT / name for name in WHOLE), *library, *pages]
    files = {p.relative_to(ROOT).as_posix(): p.read_bytes() for p in paths if p.is_file()}
    needed, _ = (ROOT / "requirements.txt").read_text("utf-8").split(THE_REST)
    return files | {"requirements.txt": f"{needed}\n".encode(), "README.md": README.encode()}


def site(folder: Path) -> dict[str, bytes]:
    """Return the files of a built site by name, without Sphinx's hidden ones."""
    paths = {p.relative_to(folder): p for p in folder.rglob("*") if p.is_file()}
    return {
        name.as_posix(): path.read_bytes()
        for name, path in paths.items()
        if not any(part.startswith(".") for part in name.parts)
    }


def pack(archive: Path, files: dict[str, bytes]) -> None:
    """Write files into an archive, in a folder named like the archive."""
    archive.parent.mkdir(parents=True, exist_ok=True)
    with ZipFile(archive, "w", ZIP_DEFLATED, compresslevel=9) as packed:
        for name in sorted(files):
            info = ZipInfo(f"{archive.stem}/{name}", DATE)
            info.compress_type, info.external_attr = ZIP_DEFLATED, 0o644 << 16
            packed.writestr(info, files[name])


def setup(app) -> dict[str, bool]:
    """Put the notebooks' archive into each site that Sphinx builds."""
    target = Path(app.outdir, "_static", NOTEBOOKS)
    app.connect("builder-inited", lambda app: pack(target, notebooks()))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def main() -> None:
    """Write both archives and print their sizes."""
    build = ROOT / "_build"
    if not (build / "html" / "index.html").is_file():
        raise SystemExit("There is no site in _build/html: `make site-zip` builds it first.")
    pack(build / NOTEBOOKS, notebooks())
    whole = WITH_PYTHON if (build / "html" / "lite").is_dir() else SITE
    pack(build / whole, site(build / "html"))
    for name in (NOTEBOOKS, whole):
        print(f"{(build / name).as_uri()}  {(build / name).stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()

"""The two archives: the notebooks run from theirs, and the site opens from its own without a host."""

import os
import re
import subprocess
import sys
from importlib.metadata import packages_distributions, requires
from pathlib import Path
from urllib.parse import unquote, urlsplit
from zipfile import ZipFile

import nbformat
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import archive
from browser import CHROME, SITE, pages

ROOT = Path(__file__).resolve().parents[2]


def unpack(folder, name, files):
    """Pack files, unpack them in a folder whose name has a blank and an umlaut, and return that."""
    archive.pack(folder / name, files)
    with ZipFile(folder / name) as packed:
        packed.extractall(folder / "Bücher zum Mitnehmen")
    return folder / "Bücher zum Mitnehmen" / Path(name).stem


# The notebooks


@pytest.fixture(scope="module")
def notebooks(tmp_path_factory):
    """Unpack the archive of the notebooks."""
    return unpack(tmp_path_factory.mktemp("n"), archive.NOTEBOOKS, archive.notebooks())


def required(file):
    """Return the names of the packages that a file of requirements lists."""
    return set(re.findall(r"^([\w-]+)==", file.read_text("utf-8"), flags=re.MULTILINE))


def installed(names):
    """Return the packages that are installed with those of the given names, themselves included."""
    found, new = set(), {*map(canonicalize_name, names)}
    while new:
        found |= new
        wanted = [Requirement(line) for name in new for line in requires(name) or []]
        needed = [of for of in wanted if not of.marker or of.marker.evaluate({"extra": ""})]
        new = {canonicalize_name(of.name) for of in needed} - found
    return found


PLAY = """
import ast
import json
import os
import sys
from pathlib import Path
from IPython.core.interactiveshell import InteractiveShell

class Absent:  # as if they were not installed, and not asked for before
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in sys.argv[1:]:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Absent())
import perceptrons.data
assert Path(perceptrons.__file__).is_relative_to(Path.cwd().parent), perceptrons.__file__
assert perceptrons.data.spam().t.size
shell = InteractiveShell.instance()
for notebook in sorted(Path().glob("*.ipynb")):
    shell.reset()
    shell.user_module.__spec__ = None  # chapter 15 starts processes, which ask for it
    if os.environ["WHOLE"]:
        shell.safe_execfile_ipy(notebook, raise_exceptions=True)
    else:
        cells = json.loads(notebook.read_text("utf-8"))["cells"]
        code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        lines = [ast.unparse(node) for each in code for node in ast.walk(ast.parse(each))
                 if isinstance(node, ast.Import | ast.ImportFrom)]
        shell.run_cell("\\n".join(lines)).raise_error()
    print("\\nran", notebook)
"""


@pytest.mark.parametrize(
    "whole",
    [
        "",  # of each what it imports; all run in three minutes, since no loop is compiled there yet
        pytest.param("all", marks=pytest.mark.thorough),
    ],
)
def test_every_notebook_finds_in_the_archive_what_it_needs(notebooks, whole):
    everything = installed(required(ROOT / "requirements.txt"))
    rest = everything - installed(required(notebooks / "requirements.txt"))
    packages = packages_distributions().items()
    absent = [module for module, of in packages if {*map(canonicalize_name, of)} <= rest]
    assert {"nbval", "pytest", "jupyter_book"} <= {*absent}
    result = subprocess.run(
        [sys.executable, "-c", PLAY, *absent],
        cwd=notebooks / "book",
        env=os.environ | {"PYTHONPATH": str(notebooks / "lib"), "WHOLE": whole},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout[-2000:] + result.stderr[-2000:]
    ran = re.findall(r"^ran (.+)$", result.stdout, flags=re.MULTILINE)
    assert ran == sorted(path.name for path in ROOT.glob("book/*.ipynb"))


def test_notebooks_archive_is_what_a_reader_installs(notebooks):
    assert {"jupyterlab", "numpy", "sympy"} <= required(notebooks / "requirements.txt")
    assert not {"jupyter-book", "pytest"} & required(notebooks / "requirements.txt")
    lines = (notebooks / "requirements.txt").read_text("utf-8").splitlines()
    assert {"-e .", "-c constraints.txt"} <= {*lines}
    for command in re.findall(r"^    \S+ (.*)", archive.README, flags=re.MULTILINE):
        named = re.findall(r"[\w/]+\.(?:txt|ipynb)", command)
        assert [name for name in named if not (notebooks / name).is_file()] == []
    handed_out = sorted(path.name for path in notebooks.glob("book/assignments/release/*/*.ipynb"))
    assert handed_out == sorted(
        f"{path.name}.ipynb" for path in ROOT.glob("book/assignments/source/*")
    )
    for name in ("LICENSE", "lib/README.md"):  # pyproject.toml names them
        assert (notebooks / name).is_file()


def test_links_between_notebooks_lead_to_files_of_the_archive(notebooks):
    dead = []
    for path in notebooks.glob("book/*.ipynb"):
        cells = nbformat.read(path, as_version=4).cells
        text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
        targets = re.findall(r"\]\(([^)#:\s]+)[^):]*\)", text)
        dead += [f"{path.name}: {to}" for to in targets if not (path.parent / to).is_file()]
    assert dead == []


def test_equal_files_make_equal_archives(tmp_path):
    files = archive.notebooks()
    for name, order in (("a", files), ("b", reversed(files))):
        archive.pack(tmp_path / name / archive.NOTEBOOKS, {file: files[file] for file in order})
    one, other = (tmp_path / name / archive.NOTEBOOKS for name in "ab")
    assert one.read_bytes() == other.read_bytes()
    chapters = [name for name in files if name.endswith(".ipynb")]
    assert one.stat().st_size < 0.2e6 * len(chapters)  # 0.16 MB on average, figures included


def test_no_leftover_is_packed(tmp_path):
    for name in ("index.html", ".buildinfo", ".cache/x", "book/.x"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert [*archive.site(tmp_path)] == ["index.html"]
    hidden = {name for name in archive.notebooks() if re.search(r"__|\.py[co]$", name)}
    assert {name.rpartition("/")[2] for name in hidden} == {"__init__.py"}


# The site

needs_site = pytest.mark.skipif(
    os.environ.get("CI") != "true" and not (CHROME and pages()),
    reason="needs the built site (`make book`) and Chromium (or its path in CHROME_PATH)",
)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Unpack the archive of the site, without the browser edition where there is one."""
    files = {
        name: data for name, data in archive.site(SITE).items() if not name.startswith("lite/")
    }
    return unpack(tmp_path_factory.mktemp("s"), archive.SITE, files)


@pytest.fixture
def tab(browser):
    """Open a tab, and see in the end that no page complained and nothing was asked for in vain."""
    complaints = []
    with browser.new_context() as context:
        tab = context.new_page()
        tab.on("pageerror", lambda error: complaints.append(str(error)))

        def asked(request):
            if not request.url.startswith(("file:", "data:")):
                complaints.append(f"asked: {request.url}")

        def failed(request):
            if request.failure != "net::ERR_ABORTED":  # as when the reader goes on, or saves a file
                complaints.append(f"failed: {request.url}: {request.failure}")

        def said(message):
            if message.type in {"error", "warning"}:
                complaints.append(message.text)

        tab.on("request", asked)
        tab.on("requestfailed", failed)
        tab.on("console", said)
        yield tab
    assert complaints == []


# Pictures without a size in pixels, families in which formulas are set but that did not come, and
# explorables that no button of theirs changes.
LOOK = """async () => {
  for (const image of document.images) image.loading = "eager";
  const come = (image) => image.decode().catch(() => {});
  const set = [...document.querySelectorAll("math")].map((f) => getComputedStyle(f).fontFamily.split(",")[0]);
  const fonts = [...document.fonts].filter((font) => set.includes(font.family));  // near the screen or not
  await Promise.all([...fonts.map((font) => font.load().catch(() => {})), ...[...document.images].map(come)]);
  const pictures = [...document.images].filter((image) => !image.naturalWidth);
  const arrived = new Set([...document.fonts].map((f) => f.status === "loaded" && f.family));
  const still = [...document.querySelectorAll(".explorable")].filter((explorable) => {
    const inside = explorable.shadowRoot, before = inside?.innerHTML;
    return ![...inside?.querySelectorAll("button:enabled") ?? []].some((button) => {
      button.click();
      return inside.innerHTML !== before;
    });
  });
  return {
    pictures: pictures.map((image) => image.src),
    fonts: [...new Set(set)].filter((family) => !arrived.has(family) || family !== "STIX2"),
    still: still.map((explorable) => explorable.localName),
    formulas: set.length,
    explorables: document.querySelectorAll(".explorable").length,
  };
}"""


# The pages with an explorable have all that another page has, which the longer test asks of every page.
@needs_site
@pytest.mark.site
@pytest.mark.parametrize("part", ["<perceptron-", pytest.param("", marks=pytest.mark.thorough)])
def test_pages_open_from_the_file_system(tab, site, part):
    texts = {page: (site / page).read_text("utf-8") for page in pages(site)}
    seen = {"formulas": 0, "explorables": 0}
    for page in (page for page, text in texts.items() if part in text):
        tab.goto((site / page).as_uri())
        found = tab.evaluate(LOOK)
        seen = {key: number + found.pop(key) for key, number in seen.items()}
        assert found == {"pictures": [], "fonts": [], "still": []}, page
    assert seen["explorables"] == len(re.findall(r"<perceptron-\w+\s", "".join(texts.values()))) > 0
    assert seen["formulas"] > 0


@needs_site
def test_links_lead_to_files_of_the_site(site):
    dead = []
    for page in ["index.html", *pages(site)]:
        for link in re.findall(r'\b(?:href|src)="([^"]*)"', (site / page).read_text("utf-8")):
            to = urlsplit(link)
            file = (site / page).parent / unquote(to.path)
            if file.resolve().is_relative_to((site / "lite").resolve()):
                continue  # left out above; test_browser_edition follows these
            if not (to.scheme or to.netloc or not to.path or file.is_file()):
                dead.append(f"{page}: {link}")
    assert dead == []


@needs_site
@pytest.mark.site
def test_reader_walks_from_page_to_page(tab, site):
    tab.goto((site / "book" / "01_discriminants.html").as_uri())
    tab.click("a.next-page")
    tab.wait_for_url("**/02_perceptron_rule.html")
    tab.click("a.prev-page")
    tab.wait_for_url("**/01_discriminants.html")


@needs_site
@pytest.mark.site
def test_root_leads_to_the_book_from_the_file_system(browser, site):
    tab = browser.new_page()
    tab.goto((site / "index.html").as_uri(), wait_until="commit")
    tab.wait_for_url((site / "book" / "index.html").as_uri())
    tab.close()


@needs_site
@pytest.mark.site
def test_search_finds_a_page_and_leads_there(tab, site):
    tab.goto((site / "search.html").as_uri() + "?q=hyperplane")
    tab.wait_for_function("document.querySelectorAll('#search-results li').length > 3")
    tab.click("#search-results li a >> nth=0")
    tab.wait_for_selector("article h1")


@needs_site
@pytest.mark.site
def test_theme_is_kept_and_code_is_copied(tab, site):
    tab.goto((site / "book" / "02_perceptron_rule.html").as_uri())
    theme = tab.evaluate("document.body.dataset.theme")
    tab.click(".theme-toggle >> visible=true")
    chosen = tab.evaluate("document.body.dataset.theme")
    tab.reload()
    assert tab.evaluate("document.body.dataset.theme") == chosen != theme
    code = tab.locator("div.highlight:has(button.copybtn):visible").first
    shown = code.inner_text()
    code.hover()
    code.locator("button.copybtn").click()
    tab.goto((site / "search.html").as_uri())
    tab.focus("article input[type=search]")
    tab.keyboard.press("Control+v")
    assert tab.input_value("article input[type=search]").split() == shown.split() != []


@needs_site
@pytest.mark.site
def test_notebooks_can_be_saved_from_the_site(tab, site, notebooks):
    archived = (site / "_static" / archive.NOTEBOOKS).read_bytes()
    packed = notebooks.parents[1].joinpath(archive.NOTEBOOKS).read_bytes()
    assert archived == packed, "the site is older than the notebooks: run `make book`"
    tab.goto((site / "book" / "index.html").as_uri())
    with tab.expect_download() as saved:
        tab.click(f"a[href$='{archive.NOTEBOOKS}']")
    assert Path(saved.value.path()).read_bytes() == packed


@needs_site
def test_site_fits_an_old_stick(site):
    assert site.parents[1].joinpath(archive.SITE).stat().st_size < 12e6  # 7 MB with nine chapters

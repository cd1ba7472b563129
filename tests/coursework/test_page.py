"""The page Coursework, and the built site."""

import re
import zipfile

from harness import ROOT, secrets

from browser import SITE
from grader.cells import COURSE, about, load


def test_the_table_of_assignments_is_right():
    page = (COURSE / "index.md").read_text("utf-8")
    rows = re.findall(
        r"^\| \[(\d+)\. (.+)\]\(release/(\w+)/\w+\.ipynb\) \| (.+) \|$", page, re.MULTILINE
    )
    assert [row[2] for row in rows] == sorted(
        (p.name for p in (COURSE / "release").iterdir()),
        key=lambda name: int(name[1:].split("_")[0]),
    )
    for number, title, name, rest in rows:
        text = "\n".join(c.source for c in load("release", name).cells)
        chapter, hours, code, words, questions = rest.split(" | ")
        assert f"# Assignment {number}: {title[0].lower()}{title[1:]}".lower() in text.lower()
        assert re.search(rf"\*\*You need\*\* chapters? {chapter}\b", text), name
        assert (
            f"and {hours} hours. There are {int(code) + int(words)} points: {code} by checks"
            in text
        )
        assert len(re.findall(r"^## Question", text, re.MULTILINE)) == int(questions)
        given = [about(c) for c in load("source", name).cells if about(c).get("grade")]
        assert sum(known["points"] for known in given) == int(code) + int(words)


def test_the_built_site_holds_no_secret(pages):
    """Look into every file of the site, page sources, search index and archive too."""
    lines = {
        line for p in (COURSE / "source").iterdir() for line in secrets(load("source", p.name))
    }
    # What a chapter or a release says too is no secret.
    public = [*(COURSE / "release").rglob("*.ipynb"), *COURSE.parent.glob("*.ipynb")]
    public += (ROOT / "lib").rglob("*.py")
    said = "\n".join(p.read_text("utf-8").replace('\\"', '"') for p in public)
    lines = {line for line in lines if len(line) > 30 and line not in said}
    assert len(lines) > 200
    texts = {}
    for path in SITE.rglob("*"):
        if path.suffix in {".html", ".js", ".json", ".md", ".ipynb", ".txt", ".py", ".inv"}:
            texts[path] = path.read_text("utf-8", errors="replace")
        elif path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                for name in archive.namelist():
                    assert "assignments/source" not in name
                    texts[path / name] = archive.read(name).decode("utf-8", errors="replace")
    for path, text in texts.items():
        plain = re.sub(r"<[^>]+>", "", text) if path.suffix == ".html" else text.replace('\\"', '"')
        plain = (
            plain.replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&#39;", "'")
            .replace("&quot;", '"')
        )
        assert [line for line in lines if line in plain] == [], path
        assert not re.search(r"### (BEGIN|END) (SOLUTION|HIDDEN)", plain), path

"""Formgrader runs in the teacher's environment, and a student's words and outputs do nothing there."""

import json
import os
import socket
import subprocess
import time
from urllib.error import URLError
from urllib.request import urlopen

import nbformat
import pytest
from harness import NAME, right
from nbformat.v4 import new_markdown_cell
from test_sanitize import ATTACKS, Active

from grader.coursework import COURSE

pytestmark = pytest.mark.thorough


@pytest.fixture
def formgrader(course, teacher_python):
    """Grade an attack and an honest answer, and return a function that opens a page of Formgrader."""
    attack = right(q5="\n\n".join(ATTACKS))
    attack.cells.insert(3, new_markdown_cell("\n\n".join([*ATTACKS, "![a](attachment:a.png)"])))
    nbformat.write(attack, course.handed / "mallory.ipynb")
    course.hand_in("honest")
    assert course.grade() == (0, 2)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [teacher_python, "-m", "grader", "formgrader", "--course", course.folder, "--"]
    command += [f"--port={port}", "--IdentityProvider.token=t", "--allow-root"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, cwd=COURSE, env=os.environ, **quiet) as server:

        def page(path):
            deadline = time.monotonic() + 60
            while True:
                try:
                    with urlopen(f"http://127.0.0.1:{port}/{path}?token=t", timeout=30) as answer:
                        return answer.read().decode()
                except URLError as fault:
                    if (
                        server.poll() is not None
                        or hasattr(fault, "code")
                        or time.monotonic() > deadline
                    ):
                        raise
                    time.sleep(0.2)

        yield page
        server.kill()  # asked to end, a Jupyter server may wait for a thread of its own for ever


def test_the_page_of_an_attack_acts_no_more_than_an_honest_one(formgrader):
    assert "Manual Grading" in formgrader("")
    assert "Manual Grading" in formgrader(f"formgrader/gradebook/{NAME}/{NAME}")
    listed = json.loads(formgrader(f"formgrader/api/submitted_notebooks/{NAME}/{NAME}"))
    pages = {
        each["student"]: formgrader(f"formgrader/submissions/{each['id']}/").replace(each["id"], "")
        for each in listed
    }
    assert "the proof" in pages["mallory"]
    assert "the proof" not in pages["honest"]
    assert Active(pages["mallory"]).found == Active(pages["honest"]).found

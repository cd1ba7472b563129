"""Make releases from sources with nbgrader: solutions and hidden checks are taken out."""

import contextlib
import shutil
import tempfile
from pathlib import Path

import nbformat
from nbgrader.apps import GenerateAssignmentApp

from grader.coursework import load


def release(assignments, course):
    """Write release/ASSIGNMENT for each assignment of a course, or for all that have a source.

    nbgrader works on a copy of the source in which the numbers of the variant are filled in.
    """
    names = assignments or sorted(path.name for path in Path(course, "source").glob("[!.]*"))
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(Path(course, "nbgrader_config.py"), folder)
        for name in names:
            file = Path(folder, "source", name, f"{name}.ipynb")
            shutil.copytree(Path(course, "source", name), file.parent)
            nbformat.write(load("source", name, course), file)
            with contextlib.chdir(
                folder
            ):  # nbgrader reads its configuration from the current folder
                app = GenerateAssignmentApp()
                app.initialize([name, "--no-db", "--force"])
                app.start()
            made = Path(folder, "release", name)
            shutil.copytree(made, Path(course, "release", name), dirs_exist_ok=True)
    return names

"""Make releases from sources with nbgrader: solutions and hidden checks are taken out."""

import contextlib
from pathlib import Path

from nbgrader.apps import GenerateAssignmentApp


def release(assignments, course):
    """Write release/ASSIGNMENT for each assignment of a course, or for all that have a source."""
    names = assignments or sorted(path.name for path in Path(course, "source").glob("[!.]*"))
    with contextlib.chdir(course):  # nbgrader reads its configuration from the current folder
        for name in names:
            app = GenerateAssignmentApp()
            app.initialize([name, "--no-db", "--force"])
            app.start()
    return names

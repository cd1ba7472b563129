"""Take out of a notebook's file what counts: the text of its cells, their names, and pasted pictures.

A large file is read by a process of its own, `python -I -S slim.py BYTES`, which has little memory and needs
nothing but the standard library: twenty megabytes of empty brackets would take gigabytes.
"""

import contextlib
import json
import re
import subprocess
import sys

with contextlib.suppress(ImportError):  # Windows has none
    import resource

CELLS = 1000  # of a notebook
LIGHT = 1 << 20  # bytes that are read in this process
MEMORY = 1 << 30  # bytes for reading a larger file
CONFLICT = re.compile(r"^(?:<{7}|>{7})(?: |$)", re.MULTILINE)
KINDS = {"code": "code", "markdown": "markdown", "heading": "markdown"}  # all others are raw


def told(data):
    """Return the content of a file as JSON; the error says what else the file is."""
    try:
        content = data.decode(json.detect_encoding(data)).strip()
        if not content:
            raise ValueError("the file is empty")
        if CONFLICT.search(content):
            raise ValueError(
                "the file has the conflict marks of Git (<<<<<<<): it holds two versions"
            )
        if content.startswith("<"):
            raise ValueError("the file is a web page, not a notebook")
        found = json.loads(content)
    except (UnicodeDecodeError, json.JSONDecodeError) as fault:
        raise ValueError(f"the file is damaged, or not a notebook at all: {fault}") from None
    except RecursionError:
        raise ValueError("the notebook is damaged: there are too many lists within lists") from None
    except MemoryError:
        raise ValueError("the notebook takes too much memory to be read") from None
    if not isinstance(found, dict) or not {"cells", "worksheets"} & found.keys():
        raise ValueError("the file is not a notebook: it has no cells")
    return found


def string(value):
    """Return a text that may be given by lines; half of a surrogate pair becomes a question mark."""
    parts = value if isinstance(value, list) else [value]
    text = "".join(part for part in parts if isinstance(part, str))
    return text.encode("utf-8", "replace").decode()


def inside(value, *keys):
    """Return what stands in dicts within dicts, or an empty dict."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if value is not None else {}


def slim(cell):
    """Return a cell of nbformat 4 with its text, its name and its pictures."""
    if not isinstance(cell, dict):
        raise ValueError("the notebook is damaged: a cell is none")
    kind = KINDS.get(str(cell.get("cell_type")), "raw")
    made = {"cell_type": kind, "source": string(cell.get("source", cell.get("input", "")))}
    known = inside(cell, "metadata", "nbgrader", "grade_id")
    made["metadata"] = {"nbgrader": {"grade_id": known}} if isinstance(known, str) else {}
    attached = inside(cell, "attachments")
    if isinstance(attached, dict) and attached and kind != "code":
        made["attachments"] = {
            name: {mime: string(data) for mime, data in bundle.items()}
            for name, bundle in attached.items()
            if isinstance(bundle, dict)
        }
    return made | ({"outputs": [], "execution_count": None} if kind == "code" else {})


def notebook(data):
    """Return a notebook of nbformat 4, as plain data, from the bytes of a file."""
    found = told(data)
    sheets = found.get("worksheets", [found])
    lists = [inside(sheet, "cells") for sheet in sheets] if isinstance(sheets, list) else [None]
    if not all(isinstance(cells, list) for cells in lists):
        raise ValueError("the notebook is damaged: its cells are no list")
    cells = [cell for part in lists for cell in part]
    if len(cells) > CELLS:
        raise ValueError(f"the notebook has {len(cells)} cells, more than {CELLS}")
    version = string(inside(found, "metadata", "language_info", "version"))[:20]
    about = {"language_info": {"name": "python", "version": version}} if version else {}
    made = {"nbformat": 4, "nbformat_minor": 4, "metadata": about}
    return made | {"cells": [*map(slim, cells)]}


def answer(data):
    """Return the notebook, or in words what is wrong with the file."""
    try:
        return {"notebook": notebook(data)}
    except ValueError as fault:
        return {"problem": str(fault)}
    except MemoryError:
        return {"problem": "the notebook takes too much memory to be read"}


def read(data):
    """Return the notebook in the bytes of a file, however much memory that would take."""
    if len(data) <= LIGHT:
        said = answer(data)
    else:
        command = [sys.executable, "-I", "-S", __file__, str(MEMORY)]
        done = subprocess.run(command, input=data, capture_output=True, check=False, timeout=120)
        killed = {"problem": "the notebook takes too much memory to be read"}
        said = killed if done.returncode else json.loads(done.stdout)
    if "problem" in said:
        raise ValueError(said["problem"])
    return said["notebook"]


if __name__ == "__main__":
    if "resource" in globals():
        resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]),) * 2)
        resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
    sys.stdout.write(json.dumps(answer(sys.stdin.buffer.read())))

"""Run the cells of a page: print, show, keep the names, and go back to an earlier cell.

A cell that runs again begins with the names that those above it had left, whatever has run since. Objects
that were changed in place stay changed.
"""

import ast
import contextlib
import io
import json
import linecache
import sys
import traceback

FORMS = {
    "text/html": "_repr_html_",
    "image/svg+xml": "_repr_svg_",
    "text/markdown": "_repr_markdown_",
    "text/latex": "_repr_latex_",
}
outputs = []  # of the cell that runs: what it prints, and between it what it shows
before = []  # for each cell that has run, the names that it began with


class Printed(io.TextIOBase):
    """Where a cell prints to: among its outputs."""

    def write(self, text):
        """Add to the last output if that was printed, too."""
        if not outputs or not isinstance(outputs[-1], io.StringIO):
            outputs.append(io.StringIO())
        return outputs[-1].write(text)


def forms(value):
    """Return a value in each form that it has, by MIME type."""
    data = {"text/plain": repr(value)}
    if isinstance(value, type):
        return data
    for kind, method in FORMS.items():
        data[kind] = getattr(value, method, lambda: None)()
    bundle = getattr(value, "_repr_mimebundle_", dict)()
    data |= (bundle[0] if isinstance(bundle, tuple) else bundle) or {}  # a second part is metadata
    if hasattr(value, "savefig") and not data["image/svg+xml"]:
        value.savefig(file := io.StringIO(), format="svg", bbox_inches="tight")
        data["image/svg+xml"] = file.getvalue()
    return {kind: form for kind, form in data.items() if isinstance(form, str)}


def display(*values):
    """Show values, as the function of this name in a notebook does."""
    outputs.extend(map(forms, values))


def pictures():
    """Show the figures that pyplot holds, and close them, as a notebook does at the end of a cell."""
    if pyplot := sys.modules.get("matplotlib.pyplot"):
        display(*map(pyplot.figure, pyplot.get_fignums()))
        pyplot.close("all")


def play(code, file, names):
    """Run the code of a cell, and show the value of its last line."""
    body = ast.parse(code, file).body
    shows = body and isinstance(body[-1], ast.Expr) and not code.rstrip().endswith(";")
    last = body.pop() if shows else None
    exec(compile(ast.Module(body, []), file, "exec"), names)
    if (
        last
        and (value := eval(compile(ast.Expression(last.value), file, "eval"), names)) is not None
    ):
        display(value)
    pictures()


def told(fault, file):
    """Return the traceback of an error from the line of the cell on, with what it says at the end."""
    trace = fault.__traceback__
    while trace and trace.tb_frame.f_code.co_filename != file:
        trace = trace.tb_next
    return "".join(traceback.format_exception(type(fault), fault, trace))


def run(number, code, names):
    """Run a cell, counted from 0; return its outputs, and the error that ended it, as JSON.

    All cells of a page get the same dictionary of names.
    """
    if number < len(before):
        names.clear()
        names.update(before[number])
    before[number:] = [names.copy()]
    names["display"] = display
    outputs.clear()
    file, error = f"cell {number + 1}", ""
    linecache.cache[file] = len(code), None, code.splitlines(keepends=True), file
    printed = Printed()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        try:
            play(code, file, names)
        except BaseException as fault:
            error = told(fault, file)
    return json.dumps({"outputs": outputs, "error": error}, default=io.StringIO.getvalue)

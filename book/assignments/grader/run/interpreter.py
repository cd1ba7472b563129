"""IPython without a terminal, for the student's process: it runs cells and keeps what they show."""

import ast
import contextlib
import io
import re

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell

PRINTED = 100_000  # characters of one cell
SHOWN = 8_000_000  # and of all that it shows, pictures included
CUT = "\n... further output was cut off\n"
TIMED = re.compile(r"\A(\s*)%%(?:time|capture|prun)\b.*")  # these run a cell as any other runs
MAGIC = re.compile(r"\A\s*%%.*\n")
DEFINITION = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom


def chunks(code):
    """Return the statements of code, and of code with a syntax error those that can be read."""
    with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.parse(code).body
    lines, found = code.splitlines()[:1000], []
    starts = [i for i, line in enumerate(lines) if re.match(r"[^\s#)\]}]", line)]
    while starts:
        first, *starts = starts
        for last in [*starts[:20], len(lines)]:
            with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):
                part = "\n" * first + "\n".join(lines[first:last])
                found += ast.parse(part).body
                starts = [i for i in starts if i >= last]
                break
    return found


def is_definition(node):
    """Tell whether a statement defines something and computes nothing."""
    with contextlib.suppress(ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            ast.literal_eval(node.value)
            return True
    return isinstance(node, DEFINITION)


def unanswered(code, untouched):
    """Return the names of the functions that only raise NotImplementedError, or all of an untouched stub."""
    found = set()
    for node in chunks(code):
        *_, last = getattr(node, "body", None) or [node]
        raises = isinstance(last, ast.Raise) and "NotImplementedError" in ast.unparse(last)
        if isinstance(node, ast.FunctionDef) and raises and len(node.body) <= 2:
            found.add(node.name)
        elif untouched:
            names = (n for n in ast.walk(node) if isinstance(n, ast.Name))
            found |= {n.id for n in names if isinstance(n.ctx, ast.Store)}
    return found


class Screen(io.TextIOBase):
    """What a cell shows, in order; of what is printed, only the first part."""

    def __init__(self):
        self.outputs, self.room, self.left = [], PRINTED, SHOWN

    def write(self, text):
        """Print, as standard output and as standard error."""
        kept, self.room = text[: self.room], max(0, self.room - len(text))
        if kept and self.outputs and self.outputs[-1]["output_type"] == "stream":
            self.outputs[-1]["text"] += kept
        elif kept:
            self.outputs.append({"output_type": "stream", "name": "stdout", "text": kept})
        return len(text)

    def show(self, data, display_id=None, update=False):
        """Show data in several formats, or replace what was shown under this name."""
        data = {kind: content for kind, content in data.items() if isinstance(content, str)}
        self.left -= sum(map(len, data.values())) + 100
        if self.left < 0:
            return
        before = [o for o in self.outputs if display_id and o.get("display_id") == display_id]
        for output in before if update else []:
            output["data"] = data
        if not (update and before):
            shown = {"output_type": "display_data", "data": data, "display_id": display_id}
            self.outputs.append(shown)

    def taken(self):
        """Return the outputs, and begin anew."""
        if self.left < 0:
            self.outputs.append({"output_type": "stream", "name": "stdout", "text": CUT})
        outputs, self.outputs, self.room, self.left = self.outputs, [], PRINTED, SHOWN
        return outputs


class Publisher(DisplayPublisher):
    """What IPython calls for `display`."""

    def publish(self, data, metadata=None, *, transient=None, update=False, **_):
        """Show data in several formats."""
        self.shell.screen.show(data, (transient or {}).get("display_id"), update)

    def clear_output(self, wait=False):
        """Forget what the cell has shown."""
        self.shell.screen.taken()


class Result(DisplayHook):
    """What IPython calls with the value of a cell's last line."""

    def write_output_prompt(self):
        """Write no prompt."""

    def write_format_data(self, format_dict, md_dict=None):
        """Show a value in several formats."""
        self.shell.screen.show(format_dict)


class Notebook(InteractiveShell):
    """IPython without a terminal: it shows everything on its screen, and starts no programs."""

    def __init__(self, **options):
        self.screen, self.aside = Screen(), {}
        self.code, self.at = "", -1  # the cell that is run, and at which statement it is
        super().__init__(displayhook_class=Result, display_pub_class=Publisher, **options)
        for name in ("pip", "conda", "mamba", "uv"):
            self.register_magic_function(self.system, magic_name=name)

    def enable_gui(self, gui=None):
        """Accept `%matplotlib inline`."""

    def system(self, command="", *_):
        """Start no program: honest notebooks install packages so, which are there, or cannot be had."""
        print("(no other programs are started here)")

    getoutput = system

    def _showtraceback(self, kind, value, lines):
        shown = {"ename": kind.__name__, "evalue": str(value)}
        where = self.line(value)
        self.screen.outputs.append(
            {"output_type": "error", **shown, "traceback": [*([where] if where else []), *lines]}
        )

    def line(self, fault):
        """Return where in the cell an exception came up, as `line 3: return x`, or an empty string."""
        number, trace, cell = getattr(fault, "lineno", None), fault.__traceback__, None
        while trace:
            code = trace.tb_frame.f_code
            cell = cell or (code.co_filename if code.co_filename in self.files else None)
            number = trace.tb_lineno if code.co_filename == cell else number
            trace = trace.tb_next
        lines = self.code.splitlines()
        if not isinstance(number, int) or not 0 < number <= len(lines):
            return ""
        return f"line {number}: {lines[number - 1].strip()}"[:200]

    def show_usage_error(self, exc):
        """Show that a magic is not known: to IPython this is less than an error, but the cell ends with it."""
        self._showtraceback(type(exc), exc, [f"UsageError: {exc}"])

    async def run_code(self, code_obj, result=None, *, async_=False):
        """Run a statement, and count it."""
        self.at += 1
        self.files.add(code_obj.co_filename)
        return await super().run_code(code_obj, result, async_=async_)

    def run(self, code, untouched=False):
        """Run a cell and return its outputs.

        What still raises NotImplementedError takes the place of no answer that is there.
        """
        self.screen.taken()  # what functions printed when they were called
        self.code, self.at, self.files = code, -1, set()
        names = unanswered(code, untouched) if "NotImplementedError" in code else ()
        kept = {name: self.user_ns[name] for name in names if name in self.user_ns}
        try:
            self.run_cell(TIMED.sub(r"\1#", code), store_history=True)
        finally:
            self.user_ns.update(kept)
        return self.screen.taken()

    def go_on(self, code, definitions=False):
        """Run what stands below the statement that ended a cell, leaving out what fails; show nothing.

        In a new process nothing of the cell has been run. What takes too long or kills is left out by asking
        for definitions alone.
        """
        if code != self.code:
            self.code, self.at = code, -1
        magic = MAGIC.match(code) and not TIMED.match(code)
        parts = chunks(
            MAGIC.sub("\n", code) if magic else self.transform_cell(TIMED.sub(r"\1#", code))
        )
        first, name = 0 if magic else self.at + 1, self.compile.cache(code)
        kept = {n: self.user_ns[n] for n in unanswered(code, untouched=False) if n in self.user_ns}
        for place, node in enumerate(parts):
            if place >= first and (is_definition(node) or not definitions):
                self.at = place
                with contextlib.suppress(Exception, SystemExit):
                    exec(compile(ast.Module([node], []), name, "exec"), self.user_ns)  # noqa: S102
        self.user_ns.update(kept)
        self.screen.taken()

    def rehearse(self, code, asked):
        """Run a check as the student sees it; keep what it defines, unless the student has such a name.

        In JupyterLab a cell may use what a check above it defines. What is asked for comes from answers alone.
        """
        scope = self.user_ns.copy()
        with contextlib.suppress(Exception):
            exec(code, scope)  # noqa: S102
        kept = scope.keys() - self.user_ns.keys() - set(asked)
        self.user_ns.update({name: scope[name] for name in kept})

    def stand_in(self, name, function):
        """Put a function of the grader's in the place of the student's."""
        own = {name: self.user_ns[name]} if name in self.user_ns else {}
        self.aside.setdefault(name, own)
        self.user_ns[name] = function

    def stand_down(self):
        """Put the student's functions back."""
        for name, own in self.aside.items():
            self.user_ns.pop(name, None)
            self.user_ns.update(own)
        self.aside.clear()

    def look_up(self, name):
        """Return the value of a name."""
        if name not in self.user_ns:
            raise NameError(name)
        return self.user_ns[name]

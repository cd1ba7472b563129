"""IPython without a terminal, for the student's process: it runs cells and keeps what they show."""

import contextlib
import io

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell

PRINTED = 100_000  # characters of one cell


class Screen(io.TextIOBase):
    """What a cell shows, in order; of what is printed, only the first part."""

    def __init__(self):
        self.outputs, self.room = [], PRINTED

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
        before = [o for o in self.outputs if display_id and o.get("display_id") == display_id]
        for output in before if update else []:
            output["data"] = data
        if not (update and before):
            shown = {"output_type": "display_data", "data": data, "display_id": display_id}
            self.outputs.append(shown)

    def taken(self):
        """Return the outputs, and begin anew."""
        outputs, self.outputs, self.room = self.outputs, [], PRINTED
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
        shown = {"ename": kind.__name__, "evalue": str(value), "traceback": lines}
        self.screen.outputs.append({"output_type": "error", **shown})

    def run(self, code):
        """Run a cell and return its outputs."""
        self.screen.taken()  # what functions printed when they were called
        self.run_cell(code, store_history=True)
        return self.screen.taken()

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

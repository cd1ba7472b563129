r"""What of a student's outputs and words reaches the teacher's browser: text and pictures.

nbconvert, Formgrader and the feedback put HTML, JavaScript, SVG and Markdown into their pages as they are,
where a script can do all that the teacher can.

>>> harmless([{"output_type": "display_data", "data": {"text/html": "<script>"}}])
[]
>>> harmless_words("<b onclick=go()> [here](javascript:go\\()")
'< b onclick=go()> [here] (javascript:go\\()'
"""

import base64
import binascii
import re
import struct

from nbformat import from_dict

from grader.coursework import name

TEXT = 50_000  # characters of one output, or of one cell of words
COUNT = 50  # outputs of a cell, and pictures in an answer
TOTAL = 8_000_000  # characters of all outputs of a cell, pictures included
NOTEBOOK = 30_000_000  # and of a notebook
PICTURE = 5_000_000  # bytes, about
PIXELS = 50_000_000  # which a browser unpacks into four bytes each
CUT = "\n... cut off"
# A bare address, of which some programs make a link
LINK = re.compile(r"\b(?:(?:https?|ftp):|www\.)(?=\S)", re.IGNORECASE)

# What a terminal takes for commands, then all other control characters, and those that turn text around.
COMMANDS = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\|$)|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b[@-Z\\^_]"
)
CONTROLS = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"
)
# All of Unicode's category Cf, and the variation selectors of the plane of tags: what only a machine reads.
INVISIBLE = re.compile(
    r"[\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    r"\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    r"\U000e0000-\U000e0fff]"
)
# TeX that sets links and styles, or moves ink out of its place, over other parts of the page.
MOVERS = re.compile(
    r"\\(?=(?:href|url|html\w*|mmlToken|style|class|cssId|data|require|bbox|unicode|texttip|mathtip"
    r"|toggle|action\w*|[hvm]?skip|[hvm]space|m?kern|raise|lower|move\w+|raisebox|math[rlc]lap|[rl]lap"
    r"|[rR]ule|Space|smash|includegraphics)(?![A-Za-z]))"
)
# The start of a block in another language than Python: nbconvert puts Mermaid's into the page as it is.
FENCE = re.compile(r"(?<![`~])([`~]{3,}+)[ \t]*+(?=\S)(?!(?:python|py)[ \t]*$)", re.MULTILINE)


def plain(value, most=TEXT):
    """Return text without control characters, as a terminal leaves a line that was written over."""
    text = "".join(map(str, value)) if isinstance(value, list) else str(value)
    text = COMMANDS.sub("", text[: 4 * most]).replace("\r\n", "\n")
    text = "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in text.split("\n"))
    text = INVISIBLE.sub("", CONTROLS.sub("", text))
    return text if len(text) <= most else text[:most] + CUT


def size(data):
    """Return the type, width and height of a PNG or JPEG picture, or None if it is neither."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and data[12:16] == b"IHDR" and len(data) > 24:
        return "image/png", *struct.unpack(">II", data[16:24])
    place = 2 if data.startswith(b"\xff\xd8\xff") else len(data)
    while place + 9 < len(data) and data[place] == 0xFF:
        marker, length = struct.unpack(">BH", data[place + 1 : place + 4])
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[place + 5 : place + 9])
            return "image/jpeg", width, height
        place += 2 + length
    return None


def picture(bundle):
    """Return the PNG or JPEG picture of a bundle of types, written anew, or nothing."""
    for kind in ("image/png", "image/jpeg"):
        value = bundle.get(kind) if isinstance(bundle, dict) else None
        value = "".join(map(str, value)) if isinstance(value, list) else value
        if not isinstance(value, str) or len(value) > 1.3 * PICTURE:  # of base64
            continue
        try:
            data = base64.b64decode(value)
        except (binascii.Error, ValueError):
            continue
        found = size(data)
        if found and found[0] == kind and 0 < found[1] * found[2] <= PIXELS:
            return {kind: base64.b64encode(data).decode()}
    return {}


def stream(text):
    """Return printed text as an output: always stdout, as nbgrader takes points for text on stderr."""
    return from_dict({"output_type": "stream", "name": "stdout", "text": plain(text)})


def one(output):
    """Return what may be kept of one output, or None."""
    kind = output.get("output_type") if isinstance(output, dict) else None
    if kind == "stream":
        return stream(output.get("text", ""))
    if kind == "error":
        lines = output.get("traceback")
        lines = lines[:COUNT] if isinstance(lines, list) else []
        told = [plain(line, TEXT // 10) for line in lines]
        name, value = (plain(output.get(key, ""), TEXT // 10) for key in ("ename", "evalue"))
        kept = {"ename": name, "evalue": value, "traceback": told}
        return from_dict({"output_type": "error", **kept})
    bundle = output.get("data") if kind in ("display_data", "execute_result") else None
    if isinstance(bundle, dict):
        words = {"text/plain": plain(bundle["text/plain"])} if "text/plain" in bundle else {}
        kept = words | picture(bundle)
        shown = {"output_type": "display_data", "metadata": {}, "data": kept}
        return from_dict(shown) if kept else None
    return None


def length(value):
    """Return how many characters a JSON value holds, about."""
    if isinstance(value, dict):
        return 20 + sum(map(length, value.values()))
    return sum(map(length, value)) if isinstance(value, list) else len(str(value))


def harmless(outputs, total=TOTAL):
    """Return the text and the pictures of a cell's outputs, bounded in number and in all."""
    kept = []
    for output in outputs[: 10 * COUNT] if isinstance(outputs, list) else []:
        new = one(output)
        if new is None:
            continue
        total -= length(new)
        if total < 0 or len(kept) == COUNT:
            kept.append(stream("... further output was cut off"))
            break
        if new.output_type == "stream" and kept and kept[-1].output_type == "stream":
            kept[-1] = stream(kept[-1].text.removesuffix(CUT) + new.text)
        else:
            kept.append(new)
    return kept


def pictures(attachments):
    """Return those attachments of an answer that are PNG or JPEG pictures."""
    attachments = attachments if isinstance(attachments, dict) else {}
    names = [name for name in attachments if re.fullmatch(r"[\w .-]+", name)]
    found = {name: picture(attachments[name]) for name in names[:COUNT]}
    return {name: bundle for name, bundle in found.items() if bundle}


def harmless_words(markdown, attached=()):
    """Return Markdown that makes no HTML, no link, and shows no picture but those attached.

    A blank is put where one makes the difference, so that the teacher sees what was written.
    """
    text = plain(markdown)
    text = re.sub(r"<(?=[A-Za-z/!?])", "< ", text)
    text = FENCE.sub("\\1\n", text)
    text = LINK.sub(r"\g<0> ", text.replace("](", "] (").replace("]:", "] :"))
    for file in attached:
        text = text.replace(f"] (attachment:{file})", f"](attachment:{file})")
    return MOVERS.sub(r"\\ ", text)


def invisible(notebook, release):
    """Return in words which answers in words hold characters that nobody sees."""
    ours = {cell.source for cell in release.cells}
    found = {
        name(cell) or "an own cell": len(INVISIBLE.findall(cell.source))
        for cell in notebook.cells
        if cell.cell_type != "code" and cell.source not in ours
    }
    return [f"{who} had {n} invisible characters, now left out" for who, n in found.items() if n]


def harmless_notebook(notebook, release):
    """Do all this to the cells of a notebook that are not cells of the release, in place."""
    ours = {cell.source for cell in release.cells if cell.cell_type != "code"}
    left = NOTEBOOK
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = harmless(cell.outputs, min(left, TOTAL))
            left -= length(cell.outputs)
        elif cell.source not in ours or "attachments" in cell:
            kept = pictures(cell.pop("attachments", {}))
            while kept and length(kept) > left:
                kept.popitem()
            left -= length(kept)
            cell.source = harmless_words(cell.source, kept)
            if kept:
                cell.attachments = kept

"""CSV files as spreadsheet programs and learning platforms read and write them."""

import csv
import io
import re

csv.field_size_limit(1 << 24)  # by default a field may have 128 KB, and an answer may be longer

SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t"}


def content(file):
    """Return the text of a CSV file in UTF-8."""
    try:
        return file.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(
            f"{file} is not in UTF-8: save it as 'CSV UTF-8', or choose UTF-8 when saving"
        ) from None


def table(text):
    """Return the rows of CSV text, and its delimiter: that which cuts the first line into most cells."""
    first = text.split("\n", 1)[0]

    def cells(delimiter):
        return len(next(csv.reader([first], delimiter=delimiter), []))

    delimiter = max(SEPARATORS.values(), key=cells)
    return list(csv.reader(io.StringIO(text), delimiter=delimiter)), delimiter


def written(rows, delimiter=","):
    """Return rows as CSV text."""
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\r\n").writerows(rows)
    return out.getvalue()


def harmless(text):
    r"""Return text of which no line is taken for a formula by a spreadsheet program, wherever it cuts cells.

    >>> harmless("5\n=HYPERLINK(A1)\r@SUM(A1);=1")
    '5\n =HYPERLINK(A1)\r @SUM(A1); =1'
    """
    return re.sub(
        r"(?:\A|(?<=[;,\t|\"\n\r\v\f\x1c-\x1e\x85\u2028\u2029]))(?=[=+\-@\t\uff1d\uff0b\uff0d\uff20])",
        " ",
        text,
    )


def value(text):
    """Return the number in a cell, with a decimal point or comma, or None."""
    text = text.strip().replace(",", ".")
    return float(text) if re.fullmatch(r"-?\d+(\.\d*)?|-?\.\d+", text, re.ASCII) else None


def has_comma(cells, delimiter):
    """Tell whether numbers are written with a decimal comma: as the cells do, else as `;` makes likely."""
    for cell in cells:
        if found := re.fullmatch(r"-?\d*([.,])\d+", cell.strip()):
            return found[1] == ","
    return delimiter == ";"


def number(value, comma=False):
    """Return a number as text.

    >>> number(18.5), number(18.5, comma=True), number(20.0)
    ('18.5', '18,5', '20')
    """
    text = f"{round(value, 2):.10g}"
    return text.replace(".", ",") if comma else text

"""CSV files as spreadsheet programs and learning platforms read and write them."""

import csv
import io

csv.field_size_limit(1 << 24)  # by default a field may have 128 KB, and an answer may be longer


def content(file):
    """Return the text of a CSV file in UTF-8."""
    try:
        return file.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(
            f"{file} is not in UTF-8: save it as 'CSV UTF-8', or choose UTF-8 when saving"
        ) from None


def table(text):
    """Return the rows of CSV text, and its delimiter."""
    try:
        dialect = csv.Sniffer().sniff(text.splitlines()[0], ",;\t")
    except (csv.Error, IndexError):
        dialect = csv.excel
    return list(csv.reader(io.StringIO(text), delimiter=dialect.delimiter)), dialect.delimiter


def written(rows, delimiter=","):
    """Return rows as CSV text."""
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\r\n").writerows(rows)
    return out.getvalue()


def harmless(text):
    """Return text that no spreadsheet program takes for a formula."""
    return f" {text}" if text[:1] in ("=", "+", "-", "@", "\t") else text

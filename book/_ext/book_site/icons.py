"""The theme's 2,000 icons are fonts of 280 KB; the pages use a dozen, and carry only those."""

import base64
import re

from book_site.fonts import cut_font

FACE = r"(@font-face\s*\{[^}]*)src:url\((vendor/fontawesome/[\w/-]+\.woff2)\)[^}]*\}"


def embed_icons(css, static):
    """Return a stylesheet with the shapes that its rules draw within it, as fonts."""
    escaped = {int(code, 16) for code in re.findall(r'"\\([ef][0-9a-f]{3})"', css)}
    shapes = escaped | {ord(char) for char in css if "\ue000" <= char <= "\uf8ff"}  # private use

    def embedded(face):
        font = base64.b64encode(cut_font(static / face[2], shapes)).decode()
        return f'{face[1]}src:url(data:font/woff2;base64,{font}) format("woff2")}}'

    return re.sub(FACE, embedded, css)

"""The font of formulas, cut to the characters of all pages: 400 KB become about 25."""

import html
import io
import logging
import re
import unicodedata

from fontTools import subset

logging.getLogger("fontTools").setLevel(logging.WARNING)  # it tells of every table

SOURCE = "node_modules/@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2"
# A browser draws these without their being in the text: roots, the pieces of tall brackets and
# bars come with the brackets themselves, through the font's table MATH.
DRAWN = "√()[]{}|‖∥⟨⟩⌈⌉⌊⌋‾¯^~ˆ˜→′−"
ITALIC = [*range(0x1D434, 0x1D468), 0x210E, *range(0x1D6E2, 0x1D71C)]  # <mi>x</mi> is drawn as 𝑥


def characters(pages):
    """Return the characters that the formulas of these pages need, as code points.

    >>> sorted(map(chr, characters(["<math><mi>h</mi><mo>&lt;</mo></math>"]) - characters([])))
    ['<', 'h', 'ℎ']
    """
    formulas = "".join(re.findall("<math.*?</math>", "\n".join(pages), re.DOTALL))
    drawn = re.sub("<annotation>.*?</annotation>|<[^>]*>", "", formulas)
    written = set(html.unescape(drawn))
    italic = {code for code in ITALIC if unicodedata.normalize("NFKC", chr(code)) in written}
    return {ord(char) for char in written.union(DRAWN)} | italic


def cut_font(file, wanted):
    """Return a font with the wanted characters alone, and what its table MATH draws them with."""
    options = subset.Options(flavor="woff2", hinting=False)
    # Dotless i, 𝒜, primes, small scripts.
    options.layout_features += ["dtls", "ss01", "ss04", "ssty"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=wanted)
    out = io.BytesIO()
    with subset.load_font(str(file), options) as font:
        cutter.subset(font)
        narrow_roots(font)
        subset.save_font(font, out, options)
    return out.getvalue()


def narrow_roots(font):
    """Draw each size of the root as wide as the smallest.

    Chromium leaves a root the room of the widest, whichever it draws: a gap in 115 of 118 roots.
    """
    variants = font["MATH"].table.MathVariants
    surd = font.getBestCmap()[ord("√")]
    made = variants.VertGlyphConstruction[variants.VertGlyphCoverage.glyphs.index(surd)]
    width = font["hmtx"][surd][0]
    parts = [part.VariantGlyph for part in made.MathGlyphVariantRecord]
    parts += [part.glyph for part in made.GlyphAssembly.PartRecords]
    for name in dict.fromkeys(parts):
        wide, _ = font["hmtx"][name]
        glyph = font["glyf"][name]
        for i, (x, y) in enumerate(glyph.coordinates):
            glyph.coordinates[i] = (x * width / wide if x <= wide else width + x - wide, y)
        glyph.coordinates.toInt()
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (width, glyph.xMin)

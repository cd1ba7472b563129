"""Judge a page with axe-core, with every fold open: whole in one theme, then what another one changes."""

from collections.abc import Sequence

from playwright.sync_api import Page

from browser import PHONE, ROOT, SCREENS, show

SOURCE = ROOT / "node_modules" / "axe-core" / "axe.min.js"

# WCAG 2.2 to level AA and good practice.
ALL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# The rules whose answer depends on the theme or on the width of the screen.
LOOK = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"]

# The tests ask of every page, in the first pair, the rules about what it says, and of some pages those
# about its look too, in the first pair and the last; the longer tests ask all rules in every pair.
PAIRS = [(theme, screen, ALL) for theme in ("light", "dark") for screen in SCREENS]
MODES = PAIRS[0], ("dark", PHONE, LOOK)

STILL = """*, ::before, ::after {
  transition: none !important; animation: none !important; scroll-behavior: auto !important }"""
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
UNFOLD = """() => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
}"""

# The named rule is an experiment, which Lighthouse runs too.
RUN = """async ([only, but]) => {
  const off = but.map((rule) => [rule, { enabled: false }]);
  const { violations } = await axe.run(document, {
    runOnly: only,
    rules: { "label-content-name-mismatch": { enabled: true }, ...Object.fromEntries(off) },
    resultTypes: ["violations"],
    preload: false,
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(
    (node) => `${id}: ${node.target.flat().join(" ")}: ${node.failureSummary.replace(/\\s+/g, " ")}`));
}"""


def violations(
    tab: Page, modes: Sequence[tuple[str, dict, list[str]]] = MODES, but: Sequence[str] = ()
) -> list[str]:
    """List what axe-core finds on the page in a tab, as "theme, width: rule: element: why".

    The rules `but` are not asked.
    """
    tab.add_style_tag(content=STILL)
    tab.evaluate(UNFOLD)
    tab.evaluate(SOURCE.read_text("utf-8"))
    found = []
    for theme, screen, rules in modes:
        show(tab, theme, screen)
        tab.evaluate(SETTLED)  # scripts that watch sizes have run
        mode = f"{theme}, {screen['width']} px"
        found += [f"{mode}: {violation}" for violation in tab.evaluate(RUN, [rules, but])]
    return found

"""Judge a page with axe-core: in both themes, on both screens, with every fold open."""

from collections.abc import Sequence

from playwright.sync_api import Page

from browser import LAPTOP, PHONE, ROOT, show

SOURCE = ROOT / "node_modules" / "axe-core" / "axe.min.js"

# Each theme and each screen once. What only the other two pairs would show is left to the longer tests.
MODES = ("light", LAPTOP), ("dark", PHONE)
OTHERS = ("dark", LAPTOP), ("light", PHONE)

STILL = """*, ::before, ::after {
  transition: none !important; animation: none !important; scroll-behavior: auto !important }"""
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
UNFOLD = """() => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
}"""

# WCAG 2.2 to level AA and good practice; the named rule is an experiment, which Lighthouse runs too.
RUN = """async () => {
  const { violations } = await axe.run(document, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    rules: { "label-content-name-mismatch": { enabled: true } },
    resultTypes: ["violations"],
    preload: false,
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(
    (node) => `${id}: ${node.target.flat().join(" ")}: ${node.failureSummary.replace(/\\s+/g, " ")}`));
}"""


def violations(tab: Page, modes: Sequence[tuple[str, dict]] = MODES) -> list[str]:
    """List what axe-core finds on the page in a tab, as "theme, width: rule: element: why"."""
    tab.add_style_tag(content=STILL)
    tab.evaluate(UNFOLD)
    tab.evaluate(SOURCE.read_text("utf-8"))
    found = []
    for theme, screen in modes:
        show(tab, theme, screen)
        tab.evaluate(SETTLED)  # scripts that watch sizes have run
        mode = f"{theme}, {screen['width']} px"
        found += [f"{mode}: {violation}" for violation in tab.evaluate(RUN)]
    return found

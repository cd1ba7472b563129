"""Judge a page with axe-core: in both themes, on both screens, with every fold open."""

from playwright.sync_api import Page

from browser import ROOT, SCREENS, show

SOURCE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
THEMES = "light", "dark"

STILL = """*, ::before, ::after {
  transition: none !important; animation: none !important; scroll-behavior: auto !important }"""
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
UNFOLD = """() => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
}"""

# WCAG 2.2 to level AA and good practice; the named rule is an experiment, which Lighthouse runs too.
# The theme changes nothing but colours, so in the dark one contrast alone is judged.
RUN = """async (theme) => {
  const everything = {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    rules: { "label-content-name-mismatch": { enabled: true } },
  };
  const { violations } = await axe.run(document, {
    ...(theme === "light" ? everything : { runOnly: ["color-contrast"] }),
    resultTypes: ["violations"],
    preload: false,
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(
    (node) => `${id}: ${node.target.flat().join(" ")}: ${node.failureSummary.replace(/\\s+/g, " ")}`));
}"""


def violations(tab: Page) -> list[str]:
    """List what axe-core finds on the page in a tab, as "theme, width: rule: element: why"."""
    tab.add_style_tag(content=STILL)
    tab.evaluate(UNFOLD)
    tab.evaluate(SOURCE.read_text("utf-8"))
    found = []
    for screen in SCREENS:
        for theme in THEMES:
            show(tab, theme, screen)
            tab.evaluate(SETTLED)  # scripts that watch sizes have run
            mode = f"{theme}, {screen['width']} px"
            found += [f"{mode}: {violation}" for violation in tab.evaluate(RUN, theme)]
    return found

"""Judge a page with axe-core: in both themes, on both screens, with all that is folded unfolded."""

from playwright.sync_api import Page

from browser import LAY_OUT, ROOT, SCREENS

SOURCE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
THEMES = "light", "dark"

# Colours are read when they have arrived; what is folded is read too.
STILL = "*, ::before, ::after { transition: none !important; animation: none !important }"
UNFOLD = """() => {
  for (const box of document.querySelectorAll("details")) box.open = true;
  for (const box of document.querySelectorAll(".toggle-hidden")) box.classList.remove("toggle-hidden");
}"""

# Contrast depends on the colours of a text and of what lies under it, on size and weight. A chapter has
# thousands of texts in some sixty such combinations: mark the longest of each for the rule to measure
# (it leaves single letters alone).
MARK = """() => {
  const grounds = new Map([[null, ""]]);
  const ground = (e) => {
    if (!grounds.has(e)) {
      const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(e);
      const own = [backgroundColor, backgroundImage, opacity, filter].join();
      const under = ground(e.parentElement);
      const clear = own === "rgba(0, 0, 0, 0),none,1,none";
      grounds.set(e, clear ? under : `${under} ${own}`);
    }
    return grounds.get(e);
  };
  const longest = new Map();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const e = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !e.checkVisibility({ visibilityProperty: true })) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(e);
    const kind = [color, fontSize, fontWeight, ground(e)].join();
    if (!(e.textContent.length <= longest.get(kind)?.textContent.length)) longest.set(kind, e);
  }
  for (const e of longest.values()) e.dataset.contrast = "";
}"""

# Formulas and code are most of a chapter's elements. Without a mark they hold nothing for the other
# rules: a piece of a formula becomes a letter in a box of the same width, a word of code plain text.
THIN = """() => {
  const pieces = [...document.querySelectorAll(".katex-html > :not([data-contrast], :has([data-contrast]))")];
  const widths = pieces.map((piece) => piece.getBoundingClientRect().width);
  pieces.forEach((piece, i) => {
    piece.textContent = "x";
    piece.style.width = `${widths[i]}px`;
  });
  for (const math of document.querySelectorAll("math")) math.textContent = math.textContent;
  for (const word of document.querySelectorAll("pre span:not([id], [data-contrast])"))
    word.replaceWith(...word.childNodes);
  document.body.normalize();
}"""

# WCAG 2.2 to level AA and good practice; the named rule is an experiment, which Lighthouse runs too.
RUN = """async () => {
  axe.configure({ rules: [{ id: "color-contrast", selector: "[data-contrast]" }] });
  const { violations } = await axe.run(document, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    rules: { "label-content-name-mismatch": { enabled: true } },
    resultTypes: ["violations"],
    preload: false,
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(
    (node) => `${id}: ${node.target.flat().join(" ")}: ${node.failureSummary.replace(/\\s+/g, " ")}`));
}"""


def wear(tab: Page, theme: str) -> None:
    """Switch a page to a theme."""
    tab.emulate_media(color_scheme=theme)
    tab.evaluate("(theme) => { document.documentElement.dataset.theme = theme }", theme)


def violations(tab: Page, url: str) -> list[str]:
    """Visit a page and list what axe-core finds, as "theme, width: rule: element: why"."""
    found = []
    for screen in SCREENS:
        tab.set_viewport_size(screen)
        tab.goto(url)
        tab.wait_for_load_state("networkidle")
        tab.add_style_tag(content=STILL)
        tab.evaluate(UNFOLD)
        tab.evaluate(LAY_OUT)
        for theme in THEMES:
            wear(tab, theme)
            tab.evaluate(MARK)
        tab.evaluate(THIN)
        tab.evaluate(SOURCE.read_text("utf-8"))
        for theme in THEMES:
            wear(tab, theme)
            mode = f"{theme}, {screen['width']} px"
            found += [f"{mode}: {violation}" for violation in tab.evaluate(RUN)]
    return found

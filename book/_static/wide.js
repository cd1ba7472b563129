/* What is wider than its place scrolls inside itself. Then the keyboard must reach it, and a screen
   reader say what it is. What is far from the screen has no size yet, and is looked at when it has. */
const BOXES = "div.math, .cell_output > .text_html, .pst-scrollable-table-container, pre";

/* A formula in a line of text breaks between its pieces. A piece wider than the line gets a line of its own.
   The line is as wide as the block around it: words like "strong" have no width to go by. */
const lines = new Map();
for (const formula of document.querySelectorAll("span.math")) {
  const line = formula.parentElement.closest(":not(a, em, span, strong)");
  lines.set(line, [...(lines.get(line) ?? []), formula]);
}

function measure(place) {
  const wide = (formula) => [...formula.querySelectorAll(".katex-base")]
    .some((piece) => piece.offsetWidth > place.clientWidth);
  const formulas = (lines.get(place) ?? []).map((formula) => [formula, wide(formula)]);
  return place.matches(BOXES) ? [[place, place.scrollWidth > place.clientWidth], ...formulas] : formulas;
}

function tell(box, wide) {
  const kind = box.matches(".math") ? "Formula" : box.matches("pre") ? "Code" : "Table";
  const said = { role: "group", "aria-label": `${kind}, scrolls sideways`, tabindex: "0" };
  for (const [key, value] of Object.entries(said))
    if (wide) box.setAttribute(key, value);
    else box.removeAttribute(key);
  if (box.matches("span")) box.classList.toggle("wide", wide);
}

/* All is measured before the first is told: what changes has to be laid out anew. */
const sizes = new ResizeObserver((entries) => {
  for (const found of entries.flatMap(({ target }) => measure(target))) tell(...found);
});
for (const place of new Set([...lines.keys(), ...document.querySelectorAll(BOXES)])) sizes.observe(place);

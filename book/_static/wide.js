/* What is wider than its place scrolls inside itself. Then the keyboard must reach it, and a screen
   reader say what it is. What is far from the screen has no size yet, and is looked at when it has. */
const BOXES = "div.math, .cell_output > .text_html, .pst-scrollable-table-container, pre";

function tell(box) {
  const kind = box.matches(".math") ? "Formula" : box.matches("pre") ? "Code" : "Table";
  const said = { role: "group", "aria-label": `${kind}, scrolls sideways`, tabindex: "0" };
  const wide = box.scrollWidth > box.clientWidth;
  for (const [key, value] of Object.entries(said))
    if (wide) box.setAttribute(key, value);
    else box.removeAttribute(key);
}

/* A formula in a line of text breaks between its pieces. A piece wider than the line gets a line of its own.
   The line is as wide as the block around it; strong words around a formula have no width to go by. */
const WORDS = ":is(a, em, span, strong)";
const LINES = `:has(> span.math, > ${WORDS} > span.math):not(${WORDS})`;

function widen(block) {
  for (const formula of block.querySelectorAll(`:scope > span.math, :scope > ${WORDS} > span.math`)) {
    const pieces = [...formula.querySelectorAll(".katex-base")];
    formula.classList.toggle("wide", pieces.some((piece) => piece.offsetWidth > block.clientWidth));
    tell(formula);
  }
}

const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) (target.matches(BOXES) ? tell : widen)(target);
});
for (const box of document.querySelectorAll(`${BOXES}, ${LINES}`)) sizes.observe(box);

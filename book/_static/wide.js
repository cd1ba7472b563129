/* What is wider than its place scrolls in itself: then the keyboard must reach it, and a screen reader name it.
   A formula in a line of text that is wider than the line becomes such a box of its own. */
const BOXES = { ".math-wrapper": "Formula", "span.math": "Formula", ".table-wrapper, .text_html": "Table", pre: "Code" };

function name(box, kind) {
  const line = box.matches("span") && box.closest("p, li, td, th, dd, dt, h1, h2, h3, h4, figcaption, summary");
  const wide = line ? box.firstElementChild.scrollWidth > line.clientWidth : box.scrollWidth > box.clientWidth;
  const said = { role: "group", "aria-label": `${kind}, scrolls sideways`, tabindex: "0" };
  for (const [key, value] of Object.entries(said))
    if (wide) box.setAttribute(key, value);
    else box.removeAttribute(key);
  if (line) box.classList.toggle("wide", wide);
}

for (const [selector, kind] of Object.entries(BOXES)) {
  const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => name(target, kind)));
  for (const box of document.querySelectorAll(`article :is(${selector})`)) sizes.observe(box);
}

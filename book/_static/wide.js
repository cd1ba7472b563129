/* What is wider than its place scrolls in itself: then the keyboard must reach it, and a screen reader name it.
   A formula in a line of text that is wider than the line becomes such a box of its own. */
const article = document.querySelector("article");
const KINDS = { ".math-wrapper, span.math": "Formula", ".table-wrapper, .text_html": "Table", pre: "Code" };
const LINE = "p, li, td, th, dd, dt, h1, h2, h3, h4, figcaption, summary";

function isWide(box) {
  const line = box.matches("span") && box.closest(LINE);
  const room = line && (line.clientWidth || line.parentElement.clientWidth); // a caption's paragraph is a part of a line itself
  return line ? box.firstElementChild.getBoundingClientRect().width > room : box.scrollWidth > box.clientWidth;
}

function tell(box, kind, wide) {
  const said = { role: "group", "aria-label": `${kind}, scrolls sideways`, tabindex: "0" };
  for (const [key, value] of Object.entries(said))
    if (wide) box.setAttribute(key, value);
    else box.removeAttribute(key);
  box.classList.toggle("wide", wide);
}

/* All are measured before the first is told, since each change would cost a layout. Opening a fold changes the height
   of the article: what is in it is looked at then. Only another width makes a formula that was wide a part of its line. */
let width;
new ResizeObserver(() => {
  if (width !== article.clientWidth)
    for (const formula of article.querySelectorAll("span.math.wide")) tell(formula, "Formula", false);
  width = article.clientWidth;
  const boxes = Object.entries(KINDS).flatMap(([selector, kind]) =>
    [...article.querySelectorAll(selector)].filter((box) => box.checkVisibility()).map((box) => [box, kind, isWide(box)]));
  for (const [box, kind, wide] of boxes) {
    const was = box.classList.contains("wide");
    if (wide !== was && !(was && box.matches("span"))) tell(box, kind, wide);
  }
}).observe(article);

/* A formula is copied as its TeX: $x$ in a line of text, $$x$$ (4.1) in its own. The words around it are copied as they
   are seen, and a rich text keeps the MathML. Of a formula that is selected in part, all is copied. */
const BOX = "[data-tex]";
const UNREAD = ".no-mathml, .explorable, .headerlink, button, details.figure, details:not([open]) > :not(summary)";

function chosen({ startContainer, startOffset, endContainer, endOffset }) {
  const range = new Range(); // in Firefox 153 a clone keeps its old ends
  range.setStart(startContainer, startOffset);
  range.setEnd(endContainer, endOffset);
  const [first, last] = [startContainer, endContainer].map((node) => (node.closest ? node : node.parentElement)?.closest(BOX));
  if (first && range.intersectsNode(first.querySelector("math"))) range.setStartBefore(first);
  if (last && range.intersectsNode(last.querySelector("math"))) range.setEndAfter(last);
  return range.cloneContents();
}

function tex(box) {
  if (!box.querySelector("math[display]")) return `$${box.dataset.tex}$`;
  const number = box.querySelector(".eqno")?.firstChild.data ?? "";
  return `$$${box.dataset.tex}$$ ${number}`.trim();
}

addEventListener("copy", (event) => {
  const selection = getSelection();
  const ranges = Array.from({ length: selection.rangeCount }, (_, i) => selection.getRangeAt(i));
  const copy = document.createElement("div");
  copy.append(...ranges.map(chosen));
  for (const part of copy.querySelectorAll(UNREAD)) part.remove();
  const boxes = [...copy.querySelectorAll(BOX)].filter((box) => box.querySelector("math"));
  if (!boxes.length || event.target.matches?.("input, textarea")) return; // the browser copies it
  for (const link of copy.querySelectorAll("a[href]")) link.href = link.href; // whole addresses
  for (const image of copy.querySelectorAll("img")) image.src = image.src;
  event.clipboardData.setData("text/html", copy.innerHTML);
  for (const box of boxes) {
    box.classList.remove("wide"); // on a phone, a line of its own
    box.replaceChildren(tex(box));
  }
  copy.style = "position: fixed; left: 100vw"; // laid out, it is a text with lines, and moves nothing
  document.querySelector("article").append(copy);
  event.clipboardData.setData("text/plain", copy.innerText);
  copy.remove();
  event.preventDefault();
});

/* Where the notice at the top of a page is seen, no formula is drawn: each is shown as its TeX. */
addEventListener("load", () => {
  const notice = document.querySelector(".no-mathml annotation");
  if (notice?.getClientRects().length) document.documentElement.classList.add("tex");
});

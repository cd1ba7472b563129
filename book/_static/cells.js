/* An element, with its properties and what is in it. */
function make(tag, properties, ...inside) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...inside);
  return made;
}

/* A link into a closed fold opens it and shows the fold's first line, or the target itself where that would be below
   the screen. Browsers that open folds by themselves do not do so for links within the page. */
function openFold(again) {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let fold = target?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  const fold = target?.closest("details.fold");
  const near = fold && target.getBoundingClientRect().bottom - fold.getBoundingClientRect().top < 0.8 * innerHeight;
  if (fold) near ? fold.scrollIntoView() : target.scrollIntoView({ block: "center" });
  else if (again) target?.scrollIntoView();
}
// Explorables are built when they are laid out, and grow: those above a target would push it off the screen.
if (location.hash)
  for (const explorable of document.querySelectorAll(".explorable")) {
    if (explorable.start && !explorable.shadowRoot) explorable.start();
    explorable.start = () => {};
  }
addEventListener("hashchange", () => openFold());
openFold();
// Safari keeps no scroll anchor: what an explorable has added above the target meanwhile is made good here.
if (location.hash) addEventListener("load", () => setTimeout(() => openFold(true), 100));
/* The same link once more: the address does not change, and the fold may have been closed since. */
addEventListener("click", ({ target }) => {
  if (target.closest?.("a[href^='#']")?.hash === location.hash) openFold();
});
/* On paper, proofs, hints and asides are printed whole; checks and code are not printed (cells.css). */
let closed = [];
addEventListener("beforeprint", () => {
  closed = [...document.querySelectorAll("details.aside:not([open])")];
  for (const fold of closed) fold.open = true;
});
addEventListener("afterprint", () => closed.forEach((fold) => { fold.open = false; }));

/* A picture is shown as large as the window by a click, or by the word after its caption. Escape closes it. */
for (const link of document.querySelectorAll("a.enlarge")) {
  const figure = link.closest("figure"), picture = figure.querySelector(".cell_output img");
  const enlarge = (event) => {
    event.preventDefault();
    const large = Object.assign(picture.cloneNode(), { loading: "eager" });
    const ariaLabel = figure.querySelector(".caption-number").textContent.trim();
    const dialog = make("dialog", { className: "large", ariaLabel }, large, make("button", { textContent: "Close" }));
    dialog.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => dialog.remove());
    document.querySelector("article").append(dialog);
    dialog.showModal();
  };
  for (const part of [picture, link]) part.addEventListener("click", enlarge);
}

/* A link into a closed fold opens it, in browsers too that do not do so by themselves, and shows its first line. */
function openFold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let fold = target?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  target?.closest("details.fold")?.scrollIntoView();
}
addEventListener("hashchange", openFold);
openFold();
/* On paper, checks and imports are printed whole; the code of figures stays folded. */
let closed = [];
addEventListener("beforeprint", () => {
  closed = [...document.querySelectorAll("details.fold:is(.check, .setup):not([open])")];
  for (const fold of closed) fold.open = true;
});
addEventListener("afterprint", () => {
  for (const fold of closed) fold.open = false;
});

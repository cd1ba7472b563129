/* Pages that match equally well come in the order of reading: Sphinx would put chapter 11 before chapter 2. The best
   is the last of the list, from whose end results are shown. */
const perform = Search._performSearch;
const titles = new Intl.Collator("en", { numeric: true });
Search._performSearch = (...query) => perform(...query).sort((a, b) => a[4] - b[4] || titles.compare(b[1], a[1]));

/* Search results quote the pages that they found. No browser may fetch them in the file system: titles do there.
   A formula must read right in a line of plain text, or be left out. */
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;

const htmlToText = Search.htmlToText;
Search.htmlToText = (text, anchor) => {
  const page = new DOMParser().parseFromString(text, "text/html");
  page.querySelector(".no-mathml")?.remove();
  for (const formula of page.querySelectorAll("math")) {
    const tall = formula.querySelector("mfrac, msup, msubsup, msqrt, munder, munderover, mtable");
    formula.replaceWith(tall ? "…" : formula.textContent);
  }
  return htmlToText(page.documentElement.outerHTML, anchor);
};

/* Search results quote the pages that they found. No browser may fetch them in the file system: titles do there.
   A formula must read right in a line of plain text, or be left out. */
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;

const htmlToText = Search.htmlToText;
Search.htmlToText = (text, anchor) => {
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const formula of page.querySelectorAll("math")) {
    const tall = formula.querySelector("mfrac, msup, msubsup, msqrt, munder, munderover, mtable");
    formula.replaceWith(tall ? "…" : formula.textContent);
  }
  return htmlToText(page.documentElement.outerHTML, anchor);
};

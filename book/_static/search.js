/* The search page looks into the pages that it has found. No browser lets it do so in the file
   system: there, titles suffice. And a formula must read right in a line of plain text, or not be there. */
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;

addEventListener("DOMContentLoaded", () => {
  const plain = Search.htmlToText;
  Search.htmlToText = (text, anchor) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    for (const formula of page.querySelectorAll(".katex")) {
      const tall = formula.querySelector("mfrac, msup, msubsup, msqrt, munder, munderover, mtable");
      formula.replaceWith(tall ? "…" : formula.querySelector(".katex-html").textContent);
    }
    return plain(page.documentElement.outerHTML, anchor);
  };
});

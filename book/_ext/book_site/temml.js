// One JSON request a line on stdin, {"tex", "display"}; one JSON answer a line on stdout, {"html"} or {"error"}.
const { createInterface } = require("node:readline");
const temml = require("temml");

// A longer formula in a line of text may break at its operators, which costs an element at each.
const LINE = 24; // characters of TeX, which fit on the narrowest phone

// Temml lets a formula break between dots and plus; alone in a row, the plus would stand without its spaces.
const DOTS = /<mo>⋯<\/mo><\/mrow><mrow><mo>\+<\/mo>/g;

// An operator that is alone in a script: WebKit would give it the spaces of an operator, w ∗ for w∗.
const ALONE = /<mo(?![^>]*space=)(?=[^<]*<\/mo><\/m(?:sup|sub|subsup)>)/g;

createInterface({ input: process.stdin }).on("line", (line) => {
  const { tex, display } = JSON.parse(line);
  let answer;
  try {
    const wrap = tex.length > LINE ? "tex" : "none";
    const html = temml.renderToString(tex, { displayMode: display, strict: true, throwOnError: true, wrap });
    answer = { html: html.replace(DOTS, "<mo>⋯</mo><mo>+</mo>").replace(ALONE, '<mo lspace="0em" rspace="0em"') };
  } catch (error) {
    answer = { error: error.message };
  }
  console.log(JSON.stringify(answer));
});

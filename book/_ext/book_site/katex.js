// One request a line on stdin, {"tex": ..., "display": ...}; one answer a line on stdout, {"html": ...} or {"error": ...}.
const katex = require("katex");
const { createInterface } = require("node:readline");
const slim = require("./slim.js");

createInterface({ input: process.stdin }).on("line", (line) => {
  const { tex, display } = JSON.parse(line);
  let answer;
  try {
    const tree = katex.__renderToDomTree(tex, { displayMode: display, strict: "error" });
    answer = { html: slim(tree).toMarkup() };
  } catch (error) {
    answer = { error: error.message };
  }
  console.log(JSON.stringify(answer));
});

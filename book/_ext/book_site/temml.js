// One JSON request a line on stdin, {"tex", "display"}; one JSON answer a line on stdout, {"html"} or {"error"}.
const { createInterface } = require("node:readline");
const temml = require("temml");

createInterface({ input: process.stdin }).on("line", (line) => {
  const { tex, display } = JSON.parse(line);
  let answer;
  try {
    answer = { html: temml.renderToString(tex, { displayMode: display, strict: true, throwOnError: true, wrap: "tex" }) };
  } catch (error) {
    answer = { error: error.message };
  }
  console.log(JSON.stringify(answer));
});

/* "Try the cells here": the code of a page becomes fields, and Python runs it in a worker. Fetched
   when the button is pressed. Nothing is kept: loaded again, the page is as it was. */
import { make, printed, shown } from "./outputs.js";

const article = document.querySelector("article");
const cells = [...article.querySelectorAll("div.cell:not(.elsewhere, [data-at] *)")];
/* Checks stand at the end of their section: each goes back to its place among the cells. */
const moved = [...article.querySelectorAll("[data-at]:not(:has(.elsewhere))")];
moved.sort((a, b) => a.dataset.at - b.dataset.at);
for (const fold of moved) cells.splice(fold.dataset.at, 0, fold.querySelector("div.cell"));

const status = make("span", { role: "status" });
const place = make("span"); // seen, but not read aloud at each cell

function say(words) {
  status.textContent = words;
  place.textContent = "";
}

const fields = cells.map((cell, i) => {
  const code = cell.querySelector(".cell_input pre");
  const field = make("textarea", { className: "live-code", value: code.textContent.trimEnd() });
  Object.assign(field, { wrap: "off", spellcheck: false, autocapitalize: "off" });
  field.ariaLabel = `Code of cell ${i + 1}. Shift and Enter run it.`;
  field.addEventListener("input", mark);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.shiftKey || event.ctrlKey)) return;
    event.preventDefault();
    press(i);
  });
  code.closest(".highlight").replaceChildren(field);
  return field;
});

const notes = cells.map((cell, i) => {
  const run = make("button", { type: "button", textContent: `Run cell ${i + 1}` });
  const stop = make("button", { type: "button", textContent: "Stop", className: "live-stop" });
  const note = make("span");
  run.addEventListener("click", () => press(i));
  stop.addEventListener("click", () => {
    run.focus();
    begin("Stopped, and what the cells had made is gone. ");
  });
  const row = make("p", { className: "live-row" }, run, stop, note);
  cell.querySelector(".cell_input").after(row);
  return note;
});

for (const cell of article.querySelectorAll("div.cell.elsewhere")) {
  const why = "This cell starts other processes, which no browser has.";
  cell.append(make("p", { className: "live-row" }, why));
}

/* What a cell shows was made by its own text and those above it: if they change, it is old. */
const texts = (i) => fields.slice(0, i + 1).map((field) => field.value).join("\f");
const madeBy = fields.map((_, i) => texts(i));

function mark() {
  fields.forEach((field, i) => {
    field.rows = field.value.split("\n").length;
    const old = madeBy[i] !== texts(i) && cells[i].querySelector(".cell_output");
    notes[i].textContent = old ? "The output is from before the change." : "";
  });
}

let worker, queue, answer;
let ran; // the texts that the worker has run, from the first cell on

function ask(message) {
  worker.postMessage(message);
  return new Promise((done) => { answer = done; });
}

/* Begin with a worker in which nothing has run. Who waits for an earlier one hears nothing. */
function begin(words = "") {
  end(`${words}Python is loading, about 50 MB the first time …`);
  worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => answer(data);
  worker.onerror = ({ message }) => answer({ fault: message || "this browser is too old." });
  queue = ask({}).then((data) => {
    if (data?.fault) end(`Python could not be loaded: ${data.fault}`);
    else if (data) say("Python is ready: change a cell, and run it. Nothing is kept when you leave "
      + "this page; “Run in the browser” keeps your work.");
  });
}

function end(words) {
  worker?.terminate();
  worker = undefined;
  ran = [];
  answer?.();
  say(words);
}

function press(i) {
  if (!worker) begin();
  const mine = worker;
  queue = queue
    .then(() => mine === worker && run(i, mine))
    .catch((fault) => say(String(fault)))
    .finally(() => article.classList.remove("live-running"));
}

/* Run a cell, and first those above it that have not run as they stand. If one of these is a check
   and fails, the rest runs all the same: the change may well have made it false. */
async function run(last, mine) {
  const failed = [];
  let i = 0;
  while (i < last && ran[i] === fields[i].value) i++;
  article.classList.add("live-running");
  say(i < last ? `Running cells ${i + 1} to ${last + 1} …` : `Running cell ${i + 1} …`);
  for (; i <= last; i++) {
    place.textContent = i < last ? ` now ${i + 1}` : "";
    const code = fields[i].value, by = texts(i);
    ran.length = i;
    const data = await ask({ number: i, code });
    if (!data) return;
    if (data.fault) return end(`Python has ended: ${data.fault}`);
    const { outputs, error } = JSON.parse(data.result);
    await show(cells[i], outputs, error);
    if (mine !== worker) return;
    madeBy[i] = by;
    mark();
    const why = error.trimEnd().split("\n").pop();
    if (error && (i === last || !cells[i].matches(".tag_check")))
      return say(`Cell ${i + 1} ended with an error: ${why}`);
    if (error) failed.push(i + 1);
    ran.push(code);
  }
  const checks = failed.length > 1 ? "Checks that no longer hold" : "A check no longer holds";
  say(`Cell ${i} has run. ${failed.length ? `${checks}: ${failed.join(", ")}.` : ""}`);
}

/* Put what a cell made in place of what it showed; an error opens the fold that it is in. */
async function show(cell, outputs, error) {
  const parts = await Promise.all(outputs.map(shown));
  if (error) parts.push(printed(error, "live-error"));
  let box = cell.querySelector(".cell_output");
  if (!box && parts.length) cell.append((box = make("div", { className: "cell_output" })));
  box?.replaceChildren(...parts);
  const fold = error && cell.closest("details.fold");
  if (fold) fold.open = true;
}

const href = new URL("live.css", import.meta.url);
document.head.append(make("link", { rel: "stylesheet", href }));
document.querySelector("nav.launch button").remove();
article.append(make("p", { className: "live-status" }, status, place));
mark();
begin();

// The core of the explorables: elements, numbers, controls, and what all of them do alike.
//
// An explorable is a custom element. Its children are a picture and a table for readers without
// scripts; where scripts run, a shadow tree covers them. No framework, no request, nothing stored.

const maker = (space) => (tag, attributes = {}, ...children) => {
  const node = document.createElementNS(space, tag);
  for (const [name, value] of Object.entries(attributes))
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value);
  node.append(...children);
  return node;
};
const html = maker("http://www.w3.org/1999/xhtml");
const svg = maker("http://www.w3.org/2000/svg");

// Numbers as the library writes them: whole ones without a point, others to four digits. Halfway
// between two, which quarters often are, the even one: there toPrecision would go up.
const DOWN = /^-?[0.]*[1-9](\.?\d){2}\.?[02468]\.?50*$/;
const even = (v) => (DOWN.test(v.toPrecision(60)) ? v * (1 - 2 ** -40) : v);
const plain = (v) => String(Number.isInteger(v) ? v : Number(even(v).toPrecision(4)));
const number = (v) => plain(v).replace("-", "−");
const vector = (v) => `(${v.map(number).join(", ")})`;
const lowered = (name, j) => name + "₀₁₂₃₄₅₆₇₈₉"[j];

// Sums run in index order, as in the library, so that both make the same decisions.
const dot = (a, b) => a.reduce((sum, v, j) => sum + v * b[j], 0);
const clamp = (v, low, high) => Math.min(high, Math.max(low, v));

const button = (words, onclick) => html("button", { type: "button", onclick }, words);

// A choice among [value, words]; `chosen` is told the value.
const choice = (words, options, value, chosen) =>
  html("label", {}, words, " ", html("select", { onchange: (e) => chosen(options[e.target.selectedIndex][0]) },
    ...options.map(([v, text]) => html("option", v === value ? { selected: "" } : {}, text))));

// A slider that shows its number; `moved` is told it, `show` sets it.
function slider(words, { min, max, step, value }, moved) {
  const input = html("input", { type: "range", min, max, step, value, oninput: () => moved(Number(input.value)) });
  const output = html("output", { role: "none" }); // the slider says it
  const show = (v) => { input.value = v; output.textContent = number(v); };
  show(value);
  return { node: html("label", { class: "slider" }, words, " ", input, " ", output), show };
}

// Built when it is first laid out, before it is seen: of a chapter only what is near the screen is.
const laidOut = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    laidOut.unobserve(target);
    target.start();
  }
});

class Explorable extends HTMLElement {
  connectedCallback() {
    if (this.shadowRoot) return; // only moved within the page
    if (!this.firstChild) return this.start(); // its script stands before it: nothing else is seen first
    this.style.display = "block"; // within a line it has no size to observe
    laidOut.observe(this);
  }
  start() {
    this.state = JSON.parse(this.dataset.state);
    this.status = html("p", { role: "status" });
    const parts = this.build();
    this.attachShadow({ mode: "open" }).append(html("style", {}, STYLE), ...parts);
    this.draw();
  }
}

// An explorable that shows the first k of some steps; `last` is their number.
class Walk extends Explorable {
  k = 0;
  pace = 700; // milliseconds
  buttons() {
    this.back = button("Back", () => this.go(this.k - 1));
    this.forth = button("Step", () => this.go(this.k + 1));
    this.runs = button("Run", () => (this.timer ? this.go(this.k) : this.run()));
    return html("div", { class: "row" }, this.back, this.forth, this.runs, button("Reset", () => this.reset()));
  }
  go(k) {
    this.stop();
    this.show(k);
  }
  show(k) {
    this.k = clamp(k, 0, this.last);
    if (this.shadowRoot) this.draw();
  }
  next() { return this.k + 1; }
  // To the end, in a while; at once where motion is not wanted.
  run() {
    if (calm()) return this.go(this.last);
    if (this.k === this.last) this.k = 0;
    let left = 24;
    this.timer = setInterval(() => {
      left -= 1;
      const k = left > 0 ? this.next() : this.last;
      if (k >= this.last) this.stop();
      this.show(k);
    }, this.pace);
    this.draw();
  }
  stop() { this.timer = clearInterval(this.timer); }
  disconnectedCallback() { this.stop(); }
  draw() {
    this.back.disabled = this.k === 0;
    this.forth.disabled = this.k === this.last;
    this.runs.textContent = this.timer ? "Stop" : "Run";
  }

  // A table that grows with the steps.
  grid(label, heads) {
    this.rows = html("tbody");
    const columns = heads.map((words) => html("th", { scope: "col" }, words));
    this.table = html("div", { class: "table", tabindex: 0, role: "region", "aria-label": label },
      html("table", {}, html("thead", {}, html("tr", {}, ...columns)), this.rows));
    return this.table;
  }
  fill(rows) {
    this.rows.replaceChildren(...rows.map((cells) => html("tr", {}, ...cells.map((cell) => html("td", {}, cell)))));
    if (this.k) this.table.scrollTop = this.table.scrollHeight; // asked at once, the page would be laid out as it loads
  }
}
const define = (name, kind) => customElements.get(name) || customElements.define(name, kind);
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

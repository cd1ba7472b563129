// Shared by all explorables: making elements, formatting numbers, controls, and two base classes.
//
// An explorable is a custom element. Its children are a picture and a table for readers without
// scripts; where scripts run, a shadow tree hides them. No framework, no request, no storage.

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

// Numbers as the library formats them: integers without a point, others to four digits. A tie, which
// multiples of 1/4 often are, is rounded to even as Python does; toPrecision would round it up.
const DOWN = /^-?[0.]*[1-9](\.?\d){2}\.?[02468]\.?50*$/;
const even = (v) => (DOWN.test(v.toPrecision(60)) ? v * (1 - 2 ** -40) : v);
const plain = (v) => String(Number.isInteger(v) ? v : Number(even(v).toPrecision(4)));
const number = (v) => plain(v).replace("-", "−");
const vector = (v) => `(${v.map(number).join(", ")})`;
const lowered = (name, j) => name + "₀₁₂₃₄₅₆₇₈₉"[j];

// Sums in index order, as in the library, so that both round alike and make the same decisions.
const dot = (a, b) => a.reduce((sum, v, j) => sum + v * b[j], 0);
const clamp = (v, low, high) => Math.min(high, Math.max(low, v));

const button = (words, onclick) => html("button", { type: "button", onclick }, words);

// A select with options [value, words]; calls `chosen` with the value.
const choice = (words, options, value, chosen) =>
  html("label", {}, words, " ", html("select", { onchange: (e) => chosen(options[e.target.selectedIndex][0]) },
    ...options.map(([v, text]) => html("option", v === value ? { selected: "" } : {}, text))));

// A slider that shows its value; calls `moved` with it; `show` sets it.
function slider(words, { min, max, step, value }, moved) {
  const input = html("input", { type: "range", min, max, step, value, oninput: () => moved(Number(input.value)) });
  const output = html("output", { role: "none" }); // screen readers hear it from the slider
  const show = (v) => { input.value = v; output.textContent = number(v); };
  show(value);
  return { node: html("label", { class: "slider" }, words, " ", input, " ", output), show };
}

// Explorables are built lazily, when they are first laid out: a chapter lays out only what is near
// the viewport.
const laidOut = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    laidOut.unobserve(target);
    target.start();
  }
});

class Explorable extends HTMLElement {
  connectedCallback() {
    if (this.shadowRoot) return; // it was moved within the page
    if (!this.firstChild) return this.start(); // its script ran before its children were parsed: build at once, so nothing flashes
    this.style.display = "block"; // an inline element has no size to observe
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

// An explorable that shows the first k of `last` steps, with buttons to step and to run.
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
  // Run to the end in at most 24 ticks; at once for readers who prefer reduced motion.
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

  // A scrolling table that grows with the steps.
  grid(label, heads) {
    this.rows = html("tbody");
    const columns = heads.map((words) => html("th", { scope: "col" }, words));
    this.table = html("div", { class: "table", tabindex: 0, role: "region", "aria-label": label },
      html("table", {}, html("thead", {}, html("tr", {}, ...columns)), this.rows));
    return this.table;
  }
  fill(rows) {
    this.rows.replaceChildren(...rows.map((cells) => html("tr", {}, ...cells.map((cell) => html("td", {}, cell)))));
    if (this.k) this.table.scrollTop = this.table.scrollHeight; // only then: reading scrollHeight forces a layout
  }
}
const define = (name, kind) => customElements.get(name) || customElements.define(name, kind);
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

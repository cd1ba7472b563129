// Three classes in a plane: three neurons that compete, or each of them alone against the rest.

const SHAPES = [ // as in the figures: circle, square, triangle, and the colours of core.css
  () => svg("circle", { r: 6.5, class: "C1" }),
  () => svg("rect", { x: -6, y: -6, width: 12, height: 12, class: "C2" }),
  () => svg("path", { d: "M0 -8L7.5 6H-7.5Z", style: "fill: none; stroke: var(--green); stroke-width: 2.5" }),
];
const COLOURS = ["var(--blue)", "var(--orange)", "var(--green)"];
const ROWS = 40; // of the table at most
const largest = (values, but = -1) => values.reduce((best, v, m) => (m !== but && (best < 0 || v > values[best]) ? m : best), -1);

class Classes extends Walk {
  // Every presentation: the discriminants g, what was wrong, and the weights afterwards.
  static trace({ X, y, names, apart, max_epochs }) {
    const presentations = [];
    let W = names.map(() => [0, 0, 0]);
    for (let epoch = 0, mistakes = 1; mistakes > 0 && epoch < max_epochs; epoch++) {
      mistakes = 0;
      X.forEach((x, i) => {
        const a = [1, ...x], g = W.map((w) => dot(w, a)), own = y[i];
        const rival = largest(g, own);
        const signs = apart // what is added to each neuron: a times 1, -1 or 0
          ? g.map((v, m) => (m === own ? (v <= 0 ? 1 : 0) : v >= 0 ? -1 : 0))
          : g.map((_, m) => (g[own] > g[rival] ? 0 : m === own ? 1 : m === rival ? -1 : 0));
        const mistake = signs.some((s) => s);
        if (mistake) {
          W = W.map((w, m) => w.map((v, j) => v + signs[m] * a[j]));
          mistakes += 1;
        }
        presentations.push({ epoch, i, g, rival, signs, mistake, W });
      });
    }
    return presentations;
  }

  build() {
    const { reach } = this.state;
    this.plane = new Plane("Patterns of three classes that can be moved, and what the neurons answer", ["x₁", "x₂"], -reach, reach);
    this.caption = html("figcaption");
    this.held = 0;
    this.chosen = html("div", { class: "row" });
    const controls = this.buttons();
    const table = this.grid("Presentations", ["pattern", ...this.state.names.map((name) => `g of ${name}`), "update"]);
    this.reset();
    return [
      controls,
      this.chosen,
      this.status,
      html("div", { class: "row planes" }, picture(this.plane, this.caption), table),
      html("p", { class: "hint" }, "Drag a pattern. By keyboard: Tab to it, then the arrows; Enter gives it the next class, as does the button."),
    ];
  }

  reset() {
    this.stop();
    this.k = 0;
    this.state = JSON.parse(this.dataset.state);
    const modes = [[false, "together: the largest wins"], [true, "apart: each against the rest"]];
    this.chosen.replaceChildren(
      choice("Neurons", modes, this.state.apart, (apart) => this.change({ apart })),
      button("Next class", () => this.turn(this.held)),
    );
    this.change({ y: this.state.y });
  }
  turn(i) { this.change({ y: this.state.y.with(i, (this.state.y[i] + 1) % this.state.names.length) }); }

  // Run again from a changed state, and show as many presentations as before, or all if all were shown.
  change(state) {
    this.stop();
    const all = this.trace && this.k > 0 && this.k === this.last;
    this.state = { ...this.state, ...state };
    this.trace = Classes.trace(this.state);
    if ("y" in state) this.mark();
    this.show(all ? this.last : this.k);
  }
  get last() { return this.trace.length; }
  next() {
    const next = this.trace.findIndex(({ mistake }, k) => k >= this.k && mistake);
    return next < 0 ? this.last : next + 1;
  }

  mark() {
    const { X, y } = this.state, focused = this.marks?.findIndex(({ node }) => node === this.shadowRoot?.activeElement);
    this.plane.points.replaceChildren();
    this.marks = X.map((_, i) => this.plane.point(svg("g", {}, SHAPES[y[i]](), svg("text", { x: 9, y: -7 }, i + 1)), {
      step: 0.5,
      moved: (p) => this.change({ X: this.state.X.with(i, p) }),
      held: () => { this.held = i; },
      pressed: (key) => (key === "Enter" || key === " ") && (this.turn(i), true),
    }));
    if (focused >= 0) this.marks[focused].node.focus();
  }

  draw() {
    super.draw();
    const { X, y, names, apart } = this.state, { plane } = this;
    const W = this.k ? this.trace[this.k - 1].W : names.map(() => [0, 0, 0]);
    const last = this.trace[this.k - 1];
    const shapes = W.flatMap((w, m) => {
      const sides = apart ? [w] : W.filter((_, r) => r !== m).map((v) => w.map((c, j) => c - v[j]));
      if (sides.some((side) => side.every((v) => v === 0))) return [];
      const region = sides.reduce((polygon, side) => cut(polygon, (a, b) => dot(side, [1, a, b])), plane.corners);
      const fill = region.length > 2 && plane.polygon(region, "");
      if (fill) Object.assign(fill.style, { fill: COLOURS[m], fillOpacity: 0.16, stroke: COLOURS[m], strokeWidth: 1.5 });
      const line = apart && plane.line(w, "");
      if (line) Object.assign(line.style, { stroke: COLOURS[m], strokeWidth: 2 });
      return [fill, line];
    });
    plane.draw(...shapes, last && plane.spot(X[last.i], 13, "ring"));
    this.marks.forEach(({ place }, i) => place(X[i], `Pattern ${i + 1}, class ${names[y[i]]}`));
    const answer = (x) => W.map((w) => dot(w, [1, ...x]));
    const right = X.filter((x, i) => {
      const g = answer(x);
      return apart ? g.every((v, m) => (m === y[i] ? v > 0 : v < 0)) : g[y[i]] > g[largest(g, y[i])];
    }).length;
    const lines = W.map((w, m) => `${names[m]} ${vector(w)}`).join(", ");
    this.caption.textContent = `${right} of ${X.length} patterns are right` + (apart ? ": only their own neuron says yes." : ": their own discriminant is the largest.") + ` Weights: ${lines}.`;
    this.status.textContent = this.sentence(last);
    const first = Math.max(0, this.k - ROWS);
    this.fill(this.trace.slice(first, this.k).map(({ i, g, mistake }) => [plain(i + 1), ...g.map(plain), mistake ? "YES" : "NO"]));
  }

  sentence(last) {
    const { names, y, apart } = this.state;
    if (!last) return "All weights are zero, so all discriminants are tied. Press Step to present pattern 1.";
    const { epoch, i, g, rival, signs, mistake } = last, own = names[y[i]];
    const told = signs.flatMap((s, m) => (s ? [`${names[m]} ${s > 0 ? "gains" : "loses"} it`] : [])).join(", ");
    const said = `Epoch ${epoch + 1}, pattern ${i + 1} of class ${own}: ` + (apart
      ? `the neurons answer ${vector(g)}, ` + (mistake ? `so ${told}.` : "all rightly.")
      : `${own} has ${number(g[y[i]])}, its strongest rival ${names[rival]} ${number(g[rival])}, ` + (mistake ? `so ${told}.` : "which is right."));
    if (this.k < this.last) return said;
    const updates = this.trace.filter((p) => p.mistake).length;
    const clean = this.trace.every((p) => p.epoch < epoch || !p.mistake);
    return `${said} ` + (clean
      ? `An epoch without a mistake: the end, after ${updates} mistakes.`
      : `Stopped after ${epoch + 1} epochs and ${updates} mistakes: no end in sight.`);
  }
}
define("perceptron-classes", Classes);

// The perceptron rule, step by step: the line in data space, the weights in weight space, and the
// table of presentations.

const ORDERS = {
  "as listed": (n) => Array.from({ length: n }, (_, i) => i),
  "reversed": (n) => Array.from({ length: n }, (_, i) => n - 1 - i),
  // Fisher-Yates, seeded by the epoch, with the generator of Park and Miller: the same each time.
  "shuffled": (n, epoch) => {
    const order = ORDERS["as listed"](n);
    let seed = 1 + 7919 * epoch;
    for (let i = n - 1; i > 0; i--) {
      seed = (16807 * seed) % 2147483647;
      const j = seed % (i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  },
};
const CLASS = { "1": "C1", "-1": "C2" };
const MOST = 20; // patterns at most
const ROWS = 60; // of the table at most

class Rule extends Walk {
  // Every presentation of a run, by the book's loop.
  static trace({ X, t, eta, at_zero, max_epochs, order }) {
    const Z = X.map((x, i) => [1, ...x].map((v) => t[i] * v));
    const presentations = [];
    let w = Z[0].map(() => 0);
    for (let epoch = 0, mistakes = 1; mistakes > 0 && epoch < max_epochs; epoch++) {
      mistakes = 0;
      for (const i of ORDERS[order](X.length, epoch)) {
        const z = Z[i], g = dot(w, z), before = w;
        const mistake = g < 0 || (g === 0 && t[i] !== at_zero);
        if (mistake) {
          w = w.map((v, j) => v + eta * z[j]);
          mistakes += 1;
        }
        presentations.push({ epoch, i, z, g, mistake, before, w });
      }
    }
    return presentations;
  }

  build() {
    this.held = 0; // index of the last pattern touched
    this.marks = [];
    this.data = new Plane("Data space: patterns that can be moved, and the line", ["x₁", "x₂"]);
    this.space = new Plane("Weight space: the weights w₁ and w₂", ["w₁", "w₂"]);
    this.data.root.addEventListener("click", (e) => {
      const place = this.data.at(e).map((v) => Math.round(4 * v) / 4);
      if (!e.target.closest(".point") && place.every((v) => Math.abs(v) <= this.data.high)) this.add(place);
    });
    this.choices = html("div", { class: "row" });
    this.captions = [html("figcaption"), html("figcaption")];
    this.fresh = 1; // class of the next pattern added
    this.more = button("Add", () => this.add(this.free()));
    this.less = button("Remove", () => this.remove(this.held));
    const controls = this.buttons();
    const table = this.grid("Presentations", ["i", "w", "zᵢ", "w·zᵢ", "update", "Δw"]);
    this.reset();
    return [
      controls,
      this.status,
      html("div", { class: "row planes" }, picture(this.data, this.captions[0]), picture(this.space, this.captions[1])),
      this.choices,
      html("div", { class: "row" }, choice("New pattern", [[1, "● C1"], [-1, "□ C2"]], 1, (v) => { this.fresh = v; }),
        this.more, this.less, button("Change class", () => this.flip(this.held))),
      html("p", { class: "hint" }, "Drag a pattern, or click to add one. Remove and Change class are for the one touched last. By keyboard: arrows move it, Enter changes its class, Delete removes it."),
      table,
    ];
  }

  reset() {
    const { X, t, ...rest } = JSON.parse(this.dataset.state);
    const reach = 2 * Math.max(1, ...X.flat().map(Math.abs));
    this.data.show(-reach, reach);
    this.state = rest;
    this.patterns(X, t);
    this.go(rest.shown);
    const { eta, at_zero, order } = rest;
    const rates = [...new Set([0.25, 0.5, 1, 2, eta])].sort((a, b) => a - b).map((v) => [v, number(v)]);
    const ties = [[0, "a mistake"], [-1, "class C2"], [1, "class C1"]];
    this.choices.replaceChildren(
      choice("Rate η", rates, eta, (v) => this.change({ eta: v })),
      choice("Order", Object.keys(ORDERS).map((name) => [name, name]), order, (v) => this.change({ order: v })),
      choice("w·z = 0 is", ties, at_zero, (v) => this.change({ at_zero: v })),
    );
  }

  // Replace the patterns; each is a point in data space that can be moved.
  patterns(X, t) {
    const pressed = (i) => (key) => {
      if (key === "Enter") return this.flip(i);
      return (key === "Delete" || key === "Backspace") && this.remove(i);
    };
    for (const { node } of this.marks) node.remove();
    this.marks = t.map((target, i) => this.data.point(
      svg("g", {}, mark(target), svg("text", { x: 9, y: -7 }, i + 1)),
      {
        moved: (x) => this.change({ X: (X = X.with(i, x)) }),
        held: () => { this.held = i; },
        pressed: pressed(i),
      },
    ));
    this.change({ X, t });
  }
  add(x) {
    const { X, t } = this.state;
    if (X.length === MOST) return;
    this.patterns([...X, x], [...t, this.fresh]);
    this.marks.at(-1).node.focus();
  }
  flip(i) {
    const { X, t } = this.state;
    this.patterns(X, t.with(i, -t[i]));
    this.marks[i].node.focus();
    return true;
  }
  remove(i) {
    const { X, t } = this.state;
    if (X.length === 1) return false;
    this.patterns(X.toSpliced(i, 1), t.toSpliced(i, 1));
    this.held = Math.min(i, X.length - 2);
    this.marks[this.held].node.focus();
    return true;
  }
  // A free position for a pattern added by the button: the first one along the diagonal.
  free() {
    const taken = new Set(this.state.X.map(String));
    return Array.from({ length: MOST + 1 }, (_, k) => [k / 4, k / 4]).find((x) => !taken.has(String(x)));
  }

  // Run again from a changed state, and show as many presentations as before.
  change(state) {
    this.state = { ...this.state, ...state };
    this.trace = Rule.trace(this.state);
    const largest = Math.max(...this.trace.flatMap(({ w }) => w.slice(1).map(Math.abs)));
    const reach = Math.max(2, Math.ceil(1.2 * largest));
    this.space.show(-reach, reach);
    this.show(this.k);
  }

  // A step is a presentation; Run goes from update to update.
  get last() { return this.trace.length; }
  next() {
    const next = this.trace.findIndex(({ mistake }, k) => k >= this.k && mistake);
    return next < 0 ? this.last : next + 1;
  }

  draw() {
    super.draw();
    const { X, t } = this.state;
    const shown = this.trace.slice(0, this.k), last = shown.at(-1);
    const { before, w } = last ?? { w: [0, 0, 0] };
    const i = (last ?? this.trace[0]).i; // the pattern that the captions are about
    this.drawData(X, t, w, last);
    this.drawSpace(X, t, w, i, shown);
    this.status.textContent = this.sentence(last, w);
    this.more.disabled = X.length === MOST;
    this.less.disabled = X.length === 1;
    this.fill(shown.slice(-ROWS).map((p) => {
      const change = p.w.map((v, j) => v - p.before[j]);
      return [p.i + 1, vector(p.before), vector(p.z), number(p.g), p.mistake ? "YES" : "NO", vector(change)];
    }));
  }

  drawData(X, t, w, last) {
    const plane = this.data, [w0, w1, w2] = w;
    const square = w1 * w1 + w2 * w2;
    const foot = [w1, w2].map((v) => (-w0 * v) / square);
    const tip = foot.map((v, j) => v + (0.35 * plane.high * w[j + 1]) / Math.sqrt(square));
    plane.draw(
      square > 0 && plane.polygon(cut(plane.corners, (a, b) => w0 + w1 * a + w2 * b), "side"),
      last?.mistake && plane.line(last.before, "before"),
      plane.line(w, "now"),
      square > 0 && plane.arrow(foot, tip, "now"),
      last && plane.spot(X[last.i], 13, "ring"),
    );
    this.marks.forEach(({ place }, j) => place(X[j], `Pattern ${j + 1}, class ${CLASS[t[j]]}`));
    this.captions[0].textContent = square > 0
      ? "Data space: the arrow points to the side of C1, which is shaded." + (last?.mistake ? " Dashed: the line before." : "")
      : "Data space: no line yet, w₁ and w₂ are zero.";
  }

  // There are three weights: the picture is the plane of w₁ and w₂ at the current w₀.
  drawSpace(X, t, w, i, shown) {
    const plane = this.space;
    const product = (j) => (a, b) => t[j] * (w[0] + X[j][0] * a + X[j][1] * b);
    const wrong = (a, b) => -product(i)(a, b);
    const separators = X.reduce((polygon, _, j) => cut(polygon, product(j)), plane.corners);
    const some = Math.abs(area(separators)) > 1e-9;
    const trail = [[0, 0], ...shown.filter(({ mistake }) => mistake).map((p) => p.w.slice(1))];
    const last = shown.at(-1);
    plane.draw(
      some && plane.polygon(separators, "good"),
      plane.polygon(cut(plane.corners, wrong), "wrong"),
      plane.path(trail, "trail"),
      last?.mistake && plane.arrow(last.before.slice(1), w.slice(1), "now"),
      plane.spot(w.slice(1), 5, "spot"),
    );
    this.captions[1].textContent = `Weight space, the slice with w₀ = ${number(w[0])}. Orange, dotted edge: wrong about pattern ${i + 1}. ` +
      (some ? "Green, inside the solid edge: right about all patterns." : "Nowhere in this slice are all patterns right.") +
      (trail.length > 2 ? " Thin line: all steps so far, without their w₀." : "");
  }

  sentence(last, w) {
    if (!last) return `Before the first pattern, w = ${vector(w)}. Press Step to present pattern ${this.trace[0].i + 1}.`;
    const { epoch, i, g, mistake } = last;
    const said = `Epoch ${epoch + 1}, pattern ${i + 1} of class ${CLASS[this.state.t[i]]}: w·z = ${number(g)}, ` +
      (mistake ? `a mistake; w becomes ${vector(w)}${w.some((v) => v) ? "" : ", where it began"}.` : `correct; w stays ${vector(w)}.`);
    if (this.k < this.trace.length) return said;
    const updates = this.trace.filter((p) => p.mistake).length;
    const clean = this.trace.every((p) => p.epoch < epoch || !p.mistake);
    const s = updates === 1 ? "" : "s";
    return `${said} ` + (clean
      ? `An epoch without a mistake: the rule has ended, after ${updates} update${s}.`
      : `Stopped after ${epoch + 1} epochs and ${updates} update${s}: no end in sight.`);
  }
}
define("perceptron-rule", Rule);

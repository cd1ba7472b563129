// The rule in dual variables: patterns in a plane, the curve of a kernel, and a bar for each λ.

const square = (x, y) => x.reduce((sum, v, j) => sum + (v - y[j]) ** 2, 0);
const KERNELS = { // the names are those of the library's argument
  linear: ["1 + x·y: a line", (x, y) => 1 + dot(x, y)],
  quadratic: ["(1 + x·y)²", (x, y) => { const s = 1 + dot(x, y); return s * s; }],
  cubic: ["(1 + x·y)³", (x, y) => { const s = 1 + dot(x, y); return s * s * s; }],
  gaussian: ["2^(−‖x − y‖²), Gaussian", (x, y) => 2 ** -square(x, y)],
  cauchy: ["1 / (1 + ‖x − y‖²)", (x, y) => 1 / (1 + square(x, y))],
};
const MOST = 300; // updates, after which a run is called endless
const GRID = 48; // cells along each side, for the curve

class Kernel extends Walk {
  // After each update: λ, the pattern i that was mistaken, and its product.
  static trace({ X, t, kernel }) {
    const [, K] = KERNELS[kernel];
    const rows = X.map((x, i) => X.map((y, j) => t[i] * t[j] * K(x, y)));
    const path = [{ lam: X.map(() => 0) }];
    for (let clean = 0, i = 0; clean < X.length && path.length <= MOST; i = (i + 1) % X.length) {
      const { lam } = path.at(-1), product = dot(rows[i], lam);
      clean = product <= 0 ? 0 : clean + 1;
      if (product <= 0) path.push({ lam: lam.with(i, lam[i] + 1), i, product });
    }
    const { lam } = path.at(-1);
    return { path, ended: rows.every((row) => dot(row, lam) > 0) };
  }

  build() {
    const { reach } = this.state, names = ["x₁", "x₂"];
    this.left = new Plane("Patterns that can be moved, and the curve where g is zero", names, -reach, reach);
    this.right = new Plane("A bar for the λ of each pattern", ["i", "λ"]);
    this.captions = [html("figcaption"), html("figcaption")];
    this.chosen = html("div", { class: "row" });
    const controls = this.buttons();
    this.reset();
    return [
      this.chosen,
      controls,
      this.status,
      html("div", { class: "row planes" }, picture(this.left, this.captions[0]), picture(this.right, this.captions[1])),
      html("p", { class: "hint" }, "Drag a pattern. By keyboard: Tab to it, then the arrows; Enter changes its class, as does the button."),
    ];
  }

  reset() {
    this.stop();
    this.state = JSON.parse(this.dataset.state);
    this.take(Object.keys(this.state.sets)[0]);
  }
  // Begin with one of the sets of patterns, and show the end of its run.
  take(name) {
    const { sets, kernel } = this.state;
    this.held = 0;
    this.left.points.replaceChildren();
    this.marks = null;
    const kernels = Object.entries(KERNELS).map(([key, [words]]) => [key, words]);
    this.chosen.replaceChildren(
      choice("Kernel", kernels, kernel, (key) => this.change({ kernel: key })),
      choice("Patterns", Object.keys(sets).map((key) => [key, key]), name, (key) => this.take(key)),
      button("Change class", () => this.flip(this.held)),
    );
    this.change({ X: sets[name].X, t: sets[name].t });
  }
  flip(i) { this.change({ t: this.state.t.with(i, -this.state.t[i]) }); }

  // Run again from a changed state, and show where it ends.
  change(state) {
    this.stop();
    this.state = { ...this.state, ...state };
    Object.assign(this, Kernel.trace(this.state));
    if (!this.marks || "t" in state) this.mark();
    this.k = this.last;
    if (this.shadowRoot) this.draw();
  }
  get last() { return this.path.length - 1; }
  next() { return this.k + Math.max(1, Math.ceil(this.last / 24)); }

  mark() {
    const { X, t } = this.state, focused = this.marks?.findIndex(({ node }) => node === this.shadowRoot?.activeElement);
    this.left.points.replaceChildren();
    this.marks = X.map((_, i) => this.left.point(mark(t[i]), {
      moved: (p) => this.change({ X: this.state.X.with(i, p) }),
      held: () => { this.held = i; },
      pressed: (key) => (key === "Enter" || key === " ") && (this.flip(i), true),
    }));
    if (focused >= 0) this.marks[focused].node.focus();
  }

  draw() {
    super.draw();
    const { X, t, kernel } = this.state, { lam, i } = this.path[this.k], [, K] = KERNELS[kernel];
    const share = lam.map((v, j) => v * t[j]);
    const g = (x) => X.reduce((sum, y, j) => sum + (share[j] && share[j] * K(x, y)), 0);
    const [side, curve] = this.level(g), place = X[i] ?? [];
    this.left.draw(
      svg("path", { d: side, class: "side" }),
      svg("path", { d: curve, class: "now" }),
      this.k > 0 && svg("circle", { cx: this.left.x(place[0]), cy: this.left.y(place[1]), r: 11, class: "ring" }),
    );
    this.marks.forEach(({ place: put }, j) => put(X[j], `Pattern ${j + 1}, class ${t[j] > 0 ? "C1" : "C2"}, λ ${lam[j]}`));
    this.right.show(0, X.length + 1, 0, Math.max(4, ...lam) * 1.15);
    this.right.draw(lam.map((v, j) => v > 0 && this.right.polygon([[j + 0.7, 0], [j + 1.3, 0], [j + 1.3, v], [j + 0.7, v]], t[j] > 0 ? "C1" : "C2")));
    const wrong = X.flatMap((x, j) => (t[j] * g(x) > 0 ? [] : [j + 1]));
    this.captions[0].textContent = "Shaded: g(x) > 0, class C1. " + (wrong.length ? `Wrong about pattern${wrong.length > 1 ? "s" : ""} ${wrong.join(", ")}.` : "Every pattern is on its side.");
    this.captions[1].textContent = `λ = ${vector(lam)}: how often each pattern has been added.`;
    this.status.textContent = this.sentence(i);
  }

  sentence(i) {
    const { t } = this.state, { lam, product } = this.path[this.k];
    const said = this.k === 0
      ? "Before the first update every λ is 0, and g(x) is 0 everywhere: every pattern is a mistake."
      : `Update ${this.k}: pattern ${i + 1} of class ${t[i] > 0 ? "C1" : "C2"} was a mistake, its product ${number(product)}; λ${[...String(i + 1)].map((v) => lowered("", v)).join("")} becomes ${lam[i]}.`;
    if (this.k < this.last) return said;
    return said + (this.ended ? ` Now no pattern is mistaken: the rule ends.` : " Stopped: no end in sight.");
  }

  // The region where g > 0 and its rim, cell by cell. Each cell is cut from its centre into four triangles, so that two lines may cross.
  level(g) {
    const { low, high } = this.left, at = (v) => low + ((high - low) * v) / GRID;
    const steps = Array.from({ length: GRID + 1 }, (_, i) => i);
    const point = (i, j) => { const p = [at(i), at(j)]; return { p, h: g(p) }; };
    const points = steps.map((i) => steps.map((j) => point(i, j)));
    let side = "", curve = "";
    for (const i of steps.slice(1)) for (const j of steps.slice(1)) {
      const corners = [points[i - 1][j - 1], points[i][j - 1], points[i][j], points[i - 1][j]], centre = point(i - 0.5, j - 0.5);
      corners.forEach((corner, n) => {
        const cell = [corner, corners[(n + 1) % 4], centre], rim = [];
        const inside = cell.flatMap((a, m) => {
          const b = cell[(m + 1) % 3], crosses = a.h > 0 !== b.h > 0, s = a.h / (a.h - b.h);
          const crossing = crosses ? [a.p.map((v, c) => v + s * (b.p[c] - v))] : [];
          rim.push(...crossing);
          return a.h > 0 ? [a.p, ...crossing] : crossing;
        });
        if (inside.length > 2) side += this.left.route(inside) + "Z";
        if (rim.length === 2) curve += this.left.route(rim);
      });
    }
    return [side, curve];
  }
}
define("perceptron-kernel", Kernel);

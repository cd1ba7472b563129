// Adaline's bowl over its two weights: the batch and the incremental path from one start, at a rate
// that the reader moves through the critical one.

const FAR = 1e4; // no path is followed beyond this norm
const SHARES = { min: 1 / 16, max: 31 / 16, step: 1 / 16 }; // of the critical rate, which lies in the middle of the slider
const MODES = ["batch", "incremental"];
const FATES = ["converges", "swings for ever", "diverges"]; // below, at and above the critical rate
const RINGS = 7; // level lines

class Adaline extends Walk {
  pace = 400;

  // J(w), half the sum of the squared errors.
  static cost(A, t, w) { return A.reduce((sum, a, i) => sum + (t[i] - dot(w, a)) ** 2, 0) / 2; }

  // The weights after each update: one an epoch for the batch rule, n for the incremental rule.
  static trace({ x, t, eta, w, epochs }) {
    const A = x.map((v) => [1, v]), columns = [A.map(() => 1), x];
    const near = (path) => Math.hypot(...path.at(-1)) < FAR;
    const batch = [w], incremental = [w];
    for (let k = 1; k <= epochs && near(batch); k++) {
      const e = A.map((a, i) => t[i] - dot(batch.at(-1), a));
      batch.push(batch.at(-1).map((v, j) => v + eta * dot(e, columns[j])));
    }
    for (let k = 0; k < epochs * A.length && near(incremental); k++) {
      const i = k % A.length, w = incremental.at(-1);
      const step = eta * (t[i] - dot(w, A[i]));
      incremental.push(w.map((v, j) => v + step * A[i][j]));
    }
    return { batch, incremental };
  }

  // The shape of the bowl, from H = AᵀA: eigenvalues, steepest direction, critical rate; its bottom.
  static bowl(x, t) {
    const n = x.length, sum = (v) => v.reduce((a, b) => a + b, 0);
    const from = x.map((v) => v - sum(x) / n), spread = dot(from, from);
    const slope = dot(from, t) / spread;
    const [a, b, c] = [n, sum(x), dot(x, x)];
    const largest = (a + c) / 2 + Math.hypot((a - c) / 2, b);
    const angle = Math.atan2(2 * b, a - c) / 2;
    return {
      largest, smallest: (n * spread) / largest, critical: 2 / largest, // n · spread is det H
      steepest: [Math.cos(angle), Math.sin(angle)],
      least: [(sum(t) - slope * sum(x)) / n, slope],
    };
  }

  build() {
    const { raw, standardised, t, w, incremental } = this.state;
    this.modes = incremental ? MODES : MODES.slice(0, 1);
    const bottoms = [raw, standardised].flatMap((x) => Adaline.bowl(x, t).least);
    const reach = Math.ceil(1.25 * Math.max(...[...w, ...bottoms].map(Math.abs)) || 1);
    const plane = (name) => new Plane(`The ${name} path over the weights w₀ and w₁`, ["w₀", "w₁"], -reach, reach);
    this.planes = this.modes.map(plane);
    this.captions = this.modes.map(() => html("figcaption"));
    this.starts = this.planes.map((p) => p.point(
      svg("rect", { x: -5, y: -5, width: 10, height: 10, class: "spot" }),
      { step: 2 ** Math.floor(Math.log2(reach / 12)), moved: (w) => this.change({ w }) },
    ));
    this.rate = html("input", { type: "range", ...SHARES, oninput: () => this.change({ share: Number(this.rate.value) }) });
    this.eta = html("output", { role: "none" }); // screen readers hear it from the slider
    this.zones = FATES.map(() => html("span"));
    this.choices = html("div", { class: "row" });
    const heads = ["epoch", ...this.modes.flatMap((mode) => [`w, ${mode}`, "J"])];
    const controls = this.buttons(), table = this.grid("Epochs", heads);
    this.reset();
    return [
      controls,
      html("div", { class: "scale" }, html("label", {}, "Rate η = ", this.rate, this.eta),
        html("div", { "aria-hidden": "true" }, ...this.zones)),
      this.status,
      html("div", { class: "row planes" }, ...this.planes.map((p, m) => picture(p, this.captions[m]))),
      ...(incremental ? [this.choices] : []),
      html("p", { class: "hint" }, "Drag the square to start elsewhere, or move it with the arrow keys. × is the bottom; dashed, the level line reached."),
      table,
    ];
  }

  reset() {
    const { eta, ...state } = JSON.parse(this.dataset.state);
    this.last = state.epochs;
    this.k = 0;
    const features = [["raw", "as given"], ["standardised", "standardised"]];
    this.choices.replaceChildren(choice("Features", features, "raw", (v) => this.change({ features: v })));
    this.change({ ...state, features: "raw", share: eta / Adaline.bowl(state.raw, state.t).critical, untouched: true });
  }

  // Run again from a changed state, and show as many epochs as before.
  change(state) {
    this.state = { ...this.state, untouched: false, ...state };
    const { t, share, features } = this.state, x = this.state[features];
    this.bowl = Adaline.bowl(x, t);
    this.A = x.map((v) => [1, v]);
    this.each = { batch: 1, incremental: x.length }; // updates an epoch
    this.trace = Adaline.trace({ ...this.state, x, eta: share * this.bowl.critical });
    this.go(this.k);
  }

  // Until the first step or change nothing is shown of what is to come.
  get open() { return this.k > 0 || !this.state.untouched; }

  cost(w) { return Adaline.cost(this.A, this.state.t, w); }

  draw() {
    super.draw();
    const { w } = this.state;
    this.modes.forEach((mode, m) => this.drawPath(mode, this.planes[m]));
    this.starts.forEach(({ place }, m) => place(w, `Start of the ${MODES[m]} path`));
    this.drawRate();
    this.describe();
    this.fill(Array.from({ length: this.k + 1 }, (_, k) => {
      const ends = this.modes.map((mode) => this.trace[mode][k * this.each[mode]]); // undefined where a path has diverged
      return [k, ...ends.flatMap((w) => (w ? [vector(w), plain(this.cost(w))] : ["gone", "none"]))];
    }));
  }

  // The path so far, with a mark after each epoch; the rest of it, faint; the current level line.
  drawPath(mode, plane) {
    const { bowl, k } = this, path = this.trace[mode];
    const gone = path.slice(0, k * this.each[mode] + 1);
    const ends = gone.filter((_, l) => l > 0 && l % this.each[mode] === 0);
    const gap = (plane.high * Math.sqrt(bowl.largest)) / 5;
    const radius = Math.sqrt(2 * Math.max(0, this.cost(gone.at(-1)) - this.cost(bowl.least)));
    const [x, y] = [plane.x(bowl.least[0]), plane.y(bowl.least[1])];
    plane.draw(
      Array.from({ length: RINGS }, (_, m) => this.ring(plane, (m + 1) * gap, "axes")),
      radius < 15 * gap && this.ring(plane, radius, "before"), // not far outside the window: dashes are slow to draw
      this.open && plane.path(path, "trail"),
      plane.path(gone, "now"),
      ends.map((p) => this.mark(plane, p, mode)),
      svg("path", { d: `M${x - 6} ${y - 6}l12 12m0 -12l-12 12`, class: "now" }),
    );
  }

  mark(plane, [a, b], mode) {
    return mode === "batch" ? plane.spot([a, b], 3, "C1")
      : svg("rect", { x: plane.x(a) - 3.5, y: plane.y(b) - 3.5, width: 7, height: 7, class: "C2" });
  }

  // The level line J = min J + ½ radius²: an ellipse, short where the bowl bends most.
  ring(plane, radius, name) {
    const { least, steepest: [u, v], largest, smallest } = this.bowl;
    const points = Array.from({ length: 72 }, (_, m) => {
      const s = (radius * Math.cos((m * Math.PI) / 36)) / Math.sqrt(largest);
      const r = (radius * Math.sin((m * Math.PI) / 36)) / Math.sqrt(smallest);
      return [least[0] + s * u - r * v, least[1] + s * v + r * u];
    });
    return svg("g", { class: name }, plane.polygon(points, ""));
  }

  drawRate() {
    const { share } = this.state, { critical } = this.bowl;
    this.rate.value = share;
    this.eta.textContent = number(share * critical);
    const told = this.open ? `, ${number(share)} of the border` : "";
    this.rate.setAttribute("aria-valuetext", `${number(share * critical)}${told}`);
    const words = FATES.with(1, `border ${number(critical)}`);
    this.zones.forEach((zone, m) => {
      zone.textContent = this.open ? words[m] : "\u00a0"; // as high as before
      zone.className = m === 1 + Math.sign(share - 1) ? "here" : "";
    });
  }

  describe() {
    const { share, t, w } = this.state, { k, bowl, trace, each } = this;
    const J = this.cost(bowl.least), least = J > 1e-12 * this.cost([0, 0]) ? J : 0; // 0 but for rounding
    const where = (mode) => {
      const last = trace[mode].length - 1, gone = last < k * each[mode];
      const cost = number(this.cost(trace[mode][gone ? last : k * each[mode]]));
      return gone ? `${mode} gone after epoch ${Math.ceil(last / each[mode])} with J = ${cost}` : `${mode} J = ${cost}`;
    };
    const place = k === 0
      ? `Start: w = ${vector(w)}, J = ${number(this.cost(w))}`
      : `Epoch ${k}: ${this.modes.map(where).join("; ")}`;
    const fate = FATES[1 + Math.sign(share - 1)];
    const rate = share === 1 ? "η is the border" : `η is ${number(share)} of the border`;
    const told = this.open ? ` ${rate}: the batch rule ${fate}.` : "";
    this.status.textContent = `${place}; least J = ${number(least)}.${told}`;
    this.captions[0].textContent = "Batch: one step an epoch, to a dot. The bowl bends most in the direction in which its lines are closest.";
    if (this.modes.length === 1) return;
    const safe = 2 / Math.max(...this.A.map((a) => dot(a, a))); // Theorem incremental-safe of chapter 8
    this.captions[1].textContent = `Incremental: ${t.length} steps an epoch, to a square. It is safe below 2/max‖a‖² = ${number(safe)}. ` +
      (least === 0 ? "Here every error can be 0." : this.open ? "At a constant η the steps do not settle at the bottom, ×." : "");
  }
}
define("perceptron-adaline", Adaline);

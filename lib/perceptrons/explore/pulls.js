// Patterns along one feature, and how hard each of them pulls by the rule that the reader chooses: as
// bars over the patterns, and as marks on the curve of the rule over m = w·z.

const RULES = {
  "least squares": (m) => 1 - m,
  perceptron: (m) => (m <= 0 ? 1 : 0),
  relaxation: (m) => Math.max(0, 1 - m),
  logistic: (m) => 1 / (1 + Math.exp(m)),
};

// Without the last bits of sums, which are seen where a number should be 0.
const tidy = (v) => Math.round(v * 1e9) / 1e9 || 0;

class Pulls extends Walk {
  pace = 250;
  next() { return this.k + Math.max(1, Math.ceil(this.last / 24)); }

  // The weights after each step with all patterns, at the rate 1/Σ‖z‖², until nothing moves.
  static trace({ x, t, w, rule, epochs }) {
    const Z = Pulls.reflect(x, t), eta = 1 / Z.reduce((sum, z) => sum + dot(z, z), 0), path = [w];
    for (let k = 0; k < epochs; k++) {
      const now = path.at(-1), { sum } = Pulls.look(Z, now, rule);
      if (Pulls.rests(sum)) break;
      path.push(now.map((v, j) => v + eta * sum[j]));
    }
    return path;
  }
  static rests(sum) { return Math.hypot(...sum) < 1e-9; }
  static reflect(x, t) { return x.map((v, i) => [t[i], t[i] * v]); }
  static look(Z, w, rule) {
    const products = Z.map((z) => dot(w, z)), forces = products.map(RULES[rule]);
    return { products, forces, sum: [0, 1].map((j) => Z.reduce((s, z, i) => s + forces[i] * z[j], 0)) };
  }

  build() {
    const { x, t } = this.state, low = Math.floor(Math.min(...x)) - 1, high = Math.ceil(Math.max(...x)) + 6;
    this.left = new Plane("Patterns along x, the pull of each as a bar, and the threshold", ["x", "pull"], low, high, -1.5, 2);
    this.right = new Plane("The pull of the rule against m = w·z, with a mark for each pattern", ["m = w·z", "pull"], -3, 4, -3, 3);
    for (const { root } of [this.left, this.right]) root.setAttribute("viewBox", "-4 0 304 304"); // room for the word at the left
    this.marks = x.map((_, i) => this.left.point(mark(t[i]), { moved: ([v]) => this.change({ x: this.state.x.with(i, v) }) }));
    this.captions = [html("figcaption"), html("figcaption")];
    this.choices = html("div", { class: "row" });
    const controls = this.buttons();
    this.reset();
    return [
      this.choices, controls, this.status,
      html("div", { class: "row planes" }, picture(this.left, this.captions[0]), picture(this.right, this.captions[1])),
      html("p", { class: "hint" }, "Drag a pattern along the axis. By keyboard: Tab to it, then the arrows."),
    ];
  }

  reset() {
    const state = JSON.parse(this.dataset.state), names = Object.keys(RULES).map((name) => [name, name]);
    this.k = 0;
    this.choices.replaceChildren(choice("Rule", names, state.rule, (rule) => {
      this.k = 0;
      this.change({ rule });
    }));
    this.change(state);
  }
  // Pull again from a changed state, and show as many steps as before, or all if all were shown.
  change(state) {
    const all = this.k > 0 && this.k === this.last;
    this.state = { ...this.state, ...state };
    this.path = Pulls.trace(this.state);
    this.go(all ? this.last : this.k);
  }
  get last() { return this.path.length - 1; }

  draw() {
    super.draw();
    const { x, t, rule } = this.state, w = this.path[this.k], { left, right } = this;
    const { products, forces, sum } = Pulls.look(Pulls.reflect(x, t), w, rule);
    const pulls = forces.map((p) => (rule === "logistic" && !tidy(p) ? "almost 0" : number(tidy(p))));
    const wide = (left.high - left.low) / 50;
    left.draw(
      left.path([[left.low, 0], [left.high, 0]], "trail"),
      x.map((v, i) => left.polygon([[v - wide, 0], [v + wide, 0], [v + wide, forces[i]], [v - wide, forces[i]]], forces[i] < 0 ? "wrong" : "good")),
      w[1] !== 0 && left.path([[-w[0] / w[1], left.bottom], [-w[0] / w[1], left.top]], "now"),
    );
    this.marks.forEach((point, i) => point.place([x[i], 0], `Pattern ${i + 1}, class ${t[i] > 0 ? "C1" : "C2"}, pull ${pulls[i]}`));
    const grid = Array.from({ length: 281 }, (_, i) => right.low + i / 40), f = RULES[rule];
    const curve = (side) => right.path(grid.filter(side).map((m) => [m, f(m)]), "level");
    right.draw(
      right.path([[0, right.bottom], [0, right.top]], "trail"),
      right.path([[right.low, 0], [right.high, 0]], "trail"),
      curve((m) => m <= 0), rule === "perceptron" ? curve((m) => m > 0) : curve((m) => m >= 0),
      products.map((m, i) => {
        const node = mark(t[i]);
        node.setAttribute("transform", `translate(${right.x(m)} ${right.y(forces[i])})`);
        return node;
      }),
    );
    const wrong = products.flatMap((m, i) => (m > 0 ? [] : [i + 1]));
    const told = wrong.length ? `Wrong: pattern${wrong.length > 1 ? "s" : ""} ${wrong.join(", ")}.` : "All are right.";
    const at = w[1] !== 0 ? `threshold ${number(tidy(-w[0] / w[1]))}` : "no threshold";
    const still = forces.some((p) => p) ? " The pulls are in balance: nothing moves." : " No pattern pulls: nothing moves.";
    const rests = Pulls.rests(sum) ? still : "";
    this.status.textContent = `Step ${this.k}: w = ${vector(w.map(tidy))}, ${at}. ${told}${rests}`;
    this.captions[0].textContent = `Bars: pulls ${pulls.join(", ")}; below 0 they drag back. Upright line: the threshold.`;
    this.captions[1].textContent = `The pull by ${rule}, and where the patterns are on it: m = ${products.map(tidy).map(number).join(", ")}.`;
  }
}
define("perceptron-pulls", Pulls);

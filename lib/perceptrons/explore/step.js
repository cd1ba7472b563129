// One step along a mistaken pattern, as far as the reader drags it: in weight space, and what becomes
// of the criterion J_P and of the count of mistakes on the way.

const EIGHTH = 1 / 8; // rates are multiples of it
const told = (name, a, b) => a === b ? `${name} stays ${number(a)}` : `${name} ${a < b ? "rises" : "falls"} from ${number(a)} to ${number(b)}`;

class Step extends Explorable {
  // The step w + ηz along pattern i, and at both of its ends: who is mistaken, J_P, and the squared
  // distance to the goal; also the first of the rates at which J_P is least.
  static look({ X, t, w, goal, pattern, eta }) {
    const Z = X.map((x, j) => [1, ...x].map((v) => t[j] * v)), z = Z[pattern];
    const at = (rate) => w.map((v, j) => v + rate * z[j]);
    const products = (rate) => Z.map((p) => dot(at(rate), p));
    const J = (rate) => products(rate).reduce((sum, m) => sum + Math.max(0, -m), 0);
    const M = (rate) => products(rate).flatMap((m, j) => (m > 0 ? [] : [j]));
    // Between these J_P is linear, and the count does not change.
    const kinks = Z.map((p) => -dot(w, p) / dot(z, p)).filter((rate) => rate > 0 && rate < Infinity).sort((a, b) => a - b);
    const best = [0, ...kinks].reduce((a, b) => (J(b) < J(a) ? b : a));
    const far = [0, eta].map((rate) => at(rate).reduce((sum, v, j) => sum + (v - goal[j]) ** 2, 0));
    const nearest = dot(goal.map((v, j) => v - w[j]), z) / dot(z, z);
    return { Z, z, v: at(eta), J, M, kinks, best, nearest, far };
  }

  build() {
    const { low, high, most, X, goal } = this.state;
    this.left = new Plane("The step in the plane of the weights w₀ and w₁", ["w₀", "w₁"], low, high);
    this.right = new Plane("J_P and the count of mistakes, against the rate", ["η", ""], 0, most);
    this.end = this.left.point(svg("circle", { r: 7, class: "handle" }), { step: EIGHTH, moved: (to, way) => this.pull(to, way) });
    // On the end where the two meet, and there the smaller to touch: each can be seen and dragged.
    this.start = this.left.point(svg("rect", { x: -5, y: -5, width: 10, height: 10, class: "spot" }), { moved: (w) => this.change({ w }) });
    this.start.node.firstChild.setAttribute("r", 6);
    this.here = this.right.point(svg("circle", { r: 7, class: "handle" }), { step: EIGHTH, moved: ([eta]) => this.change({ eta }) });
    this.rate = slider("Rate η", { min: 0, max: most, step: EIGHTH, value: 0 }, (eta) => this.change({ eta }));
    this.which = html("div", { class: "row" });
    this.captions = [
      html("figcaption", {}, `Square: w. Green: w + ηz. Star: w* = ${vector(goal)}. Lines: where a product is 0. Shaded: no mistakes.`),
      html("figcaption", {}, "Thick: J_P. Dashed: the number of mistakes."),
    ];
    this.choose = (pattern) => this.which.replaceChildren(choice("Step along", X.map((_, i) => [i, `pattern ${i + 1}`]), pattern, (i) => this.change({ pattern: i })), this.rate.node);
    this.choose(this.state.pattern);
    return [
      html("div", { class: "row" },
        button("Nearest to w*", () => this.go("nearest")),
        button("Least J_P", () => this.go("best")),
        button("Reset", () => { this.change(JSON.parse(this.dataset.state)); this.choose(this.state.pattern); })),
      this.which,
      this.status,
      html("div", { class: "row planes" }, ...[this.left, this.right].map((plane, i) => picture(plane, this.captions[i]))),
      html("p", { class: "hint" }, "Drag a green point along the way, or the square. By keyboard: Tab to it, then the arrows."),
    ];
  }

  go(rate) { this.change({ eta: Step.look(this.state)[rate] }); }
  // The place on the way that is nearest to where the reader pulls; an arrow key goes one eighth on or back.
  pull(to, way) {
    const { z } = Step.look(this.state), { w, eta } = this.state;
    const along = way ? eta + Math.sign(dot(way, z)) * EIGHTH : dot(to.map((v, j) => v - w[j]), z) / dot(z, z);
    this.change({ eta: Math.round(along / EIGHTH) * EIGHTH });
  }
  change(state) {
    this.state = { ...this.state, ...state };
    this.state.eta = clamp(this.state.eta, 0, this.state.most);
    this.draw();
  }

  draw() {
    const { w, eta, goal, most, pattern } = this.state, seen = Step.look(this.state);
    const { Z, z, v, J, M, kinks } = seen, { left, right } = this;
    const separators = Z.reduce((part, p) => cut(part, (a, b) => dot([a, b], p)), left.corners);
    const end = w.map((u, j) => u + most * z[j]);
    left.draw(
      separators.length > 2 && left.polygon(separators, "good"),
      Z.map((p, i) => left.line([0, ...p], i === pattern ? "now" : "before")),
      left.path([w, end], "trail"),
      left.path([v, goal], "level"),
      left.arrow(w, v, "now"),
      svg("text", { x: left.x(goal[0]), y: left.y(goal[1]) + 7, "text-anchor": "middle", style: "font-size: 22px" }, "★"),
    );
    const marks = [0, ...kinks.filter((rate) => rate < most), most];
    const top = Math.max(Z.length, ...marks.map(J));
    right.show(0, most, 0, 1.08 * top);
    const cost = right.path(marks.map((rate) => [rate, J(rate)]), "level"); // thick by a style of its own: core.css is that of every page
    cost.style.strokeWidth = "3.5";
    right.draw(
      cost,
      right.path(marks.slice(1).flatMap((rate, i) => [marks[i], rate].map((side) => [side, M((marks[i] + rate) / 2).length])), "before"),
      right.path([[eta, 0], [eta, right.top]], "trail"),
    );
    this.start.place(w, "Start w");
    this.end.place(v, "End of the step");
    this.here.place([eta, J(eta)], "Rate, on the curve of J_P");
    this.rate.show(eta);
    this.status.textContent = this.sentence(seen);
  }

  sentence({ z, v, J, M, best, far }) {
    const { w, eta, pattern } = this.state, name = `pattern ${pattern + 1}`;
    if (dot(w, z) > 0) return `w = ${vector(w)} is right about ${name}: the rule would not step. Move the square, or choose another pattern.`;
    if (eta === 0) return `w = ${vector(w)}: ${M(0).length} mistakes, J_P = ${number(J(0))}, squared distance to w* ${number(far[0])}. Drag the rate.`;
    const changes = [told("the count of mistakes", M(0).length, M(eta).length), told("J_P", J(0), J(eta)), told("the squared distance to w*", ...far)];
    const kink = eta === best && M(eta).includes(pattern) ? ` J_P is least here, but ${name} is still a mistake.` : "";
    return `η = ${number(eta)} leads to ${vector(v)}: ${changes.join("; ")}.${kink}`;
  }
}
define("perceptron-step", Step);

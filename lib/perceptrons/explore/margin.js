// Reflected patterns of one feature, a separator w* that the reader turns, and what it promises: the
// band of its margin, the squeeze along the run, and the bound; beside them the best separator there is.

const LIMIT = 2000; // updates, after which a run is called endless
const FEW = 60; // updates that are drawn one by one

class Margin extends Explorable {
  // What the proofs know of the patterns and w*, the weights of the run, and the hull point nearest to zero.
  static look({ X, t, w }) {
    const Z = X.map((x, i) => [1, ...x].map((v) => t[i] * v));
    const products = Z.map((z) => dot(w, z));
    const R = Math.sqrt(Math.max(...Z.map((z) => dot(z, z)))), length = Math.sqrt(dot(w, w));
    const gamma = length ? Math.min(...products) / length : 0;
    return { Z, products, R, length, gamma, path: Margin.run(Z), p: Margin.nearest(Z) };
  }
  static run(Z) {
    const path = [[0, 0]];
    for (let clean = 0, i = 0; clean < Z.length && path.length <= LIMIT; i = (i + 1) % Z.length) {
      const w = path.at(-1), wrong = dot(w, Z[i]) <= 0;
      clean = wrong ? 0 : clean + 1;
      if (wrong) path.push(w.map((v, j) => v + Z[i][j]));
    }
    return path;
  }
  // On an edge of the hull, unless zero is inside: then some pattern lies before the plane through it.
  static nearest(Z) {
    const foot = (a, b) => {
      const way = b.map((v, j) => v - a[j]), square = dot(way, way);
      const s = square ? clamp(-dot(a, way) / square, 0, 1) : 0;
      return a.map((v, j) => v + s * way[j]);
    };
    const p = Z.flatMap((a) => Z.map((b) => foot(a, b))).reduce((p, q) => (dot(q, q) < dot(p, p) ? q : p));
    return Z.every((z) => dot(p, z) > dot(p, p) - 1e-9 * (1 + dot(z, z))) && dot(p, p) > 1e-18 ? p : [0, 0];
  }

  build() {
    const { reach, X, t } = this.state;
    this.left = new Plane("Reflected patterns, and a separator w* that can be turned", ["t", "tx"], -reach, reach);
    this.right = new Plane("The squeeze: lengths against the number of updates", ["k", "‖w‖"], 0, 10);
    this.goal = this.left.point(svg("circle", { r: 7, class: "handle" }), { moved: (w) => this.change({ w }) });
    this.marks = X.map((_, i) => this.left.point(mark(t[i]), { moved: ([, b]) => this.move(i, b) }));
    this.captions = [html("figcaption"), html("figcaption")];
    return [
      html("div", { class: "row" },
        button("Best separator", () => this.best()),
        button("Reset", () => this.change(JSON.parse(this.dataset.state)))),
      this.status,
      html("div", { class: "row planes" }, picture(this.left, this.captions[0]), picture(this.right, this.captions[1])),
      html("p", { class: "hint" }, "Drag the green point to turn w*, or a pattern up and down. By keyboard: Tab to it, then the arrows."),
    ];
  }

  move(i, b) { this.change({ X: this.state.X.with(i, [this.state.t[i] * b]) }); }
  best() {
    const { p } = Margin.look(this.state), size = Math.hypot(...p);
    if (size) this.change({ w: p.map((v) => (0.7 * this.state.reach * v) / size) });
  }
  change(state) {
    this.state = { ...this.state, ...state };
    this.draw();
  }

  draw() {
    const { t, w, X } = this.state, seen = Margin.look(this.state);
    const { Z, R, length, gamma, path, p } = seen, plane = this.left;
    const unit = w.map((v) => v / (length || 1)), scale = SIDE / (2 * this.state.reach);
    const edge = (c) => plane.polygon(cut(cut(plane.corners, (a, b) => dot(unit, [a, b])), (a, b) => c - dot(unit, [a, b])), "good");
    const hull = Z.flatMap((a, i) => Z.slice(i + 1).map((b) => plane.path([a, b], "trail")));
    plane.draw(
      gamma > 0 && edge(gamma),
      svg("circle", { cx: plane.x(0), cy: plane.y(0), r: R * scale, class: "level", fill: "none" }),
      hull,
      length && plane.line([0, ...w], "now"),
      plane.arrow([0, 0], w, "now"),
      plane.spot([0, 0], 3, "spot"),
      svg("circle", { cx: plane.x(p[0]), cy: plane.y(p[1]), r: 9, class: "ring" }),
    );
    this.goal.place(w, "Separator w*");
    this.marks.forEach((point, i) => point.place(Z[i], `Pattern ${i + 1}, x = ${number(X[i][0])}, class ${t[i] > 0 ? "C1" : "C2"}`));
    this.squeeze(seen, unit);
    const least = Math.hypot(...p);
    this.captions[0].textContent = least
      ? `Ring: the separator ${vector(p)}, which has the largest margin, ${number(least)}.`
      : "Ring: at zero, so nothing separates.";
    this.status.textContent = this.sentence(seen, least);
  }

  squeeze({ R, gamma, path }, unit) {
    const last = path.length - 1, bound = gamma > 0 ? (R / gamma) ** 2 : last;
    const far = 1.08 * Math.max(bound, last, 1), plane = this.right;
    plane.show(0, far, 0, 1.15 * Math.max(R * Math.sqrt(far), 1));
    const steps = Array.from({ length: 101 }, (_, i) => (i * far) / 100);
    const few = last <= FEW, length = (w) => Math.hypot(...w), along = (w) => dot(w, unit);
    const dots = (f, name, r) => few ? path.map((w, k) => plane.spot([k, f(w)], r, name)) : plane.path(path.map((w, k) => [k, f(w)]), "now");
    plane.draw(
      plane.path(steps.map((k) => [k, R * Math.sqrt(k)]), "before"),
      gamma > 0 && plane.path(steps.map((k) => [k, gamma * k]), "level"),
      gamma > 0 && plane.path([[bound, 0], [bound, plane.top]], "trail"),
      dots(length, "spot", 4.5),
      dots(along, "handle", 3),
    );
    this.captions[1].textContent = gamma > 0
      ? `Upper: the length of w, never above the dashed R √k. Lower: w along w*, never below the line k γ. The two limits meet at k = ${number(bound)}.`
      : "Upper: the length of w, never above the dashed R √k. There is no line that grows.";
  }

  sentence({ products, R, gamma, path }, least) {
    const w = vector(this.state.w), last = path.length - 1;
    const runs = last < LIMIT ? ` The run makes ${last}.` : " The run never ends.";
    if (gamma > 0) return `w* = ${w} has the margin ${number(gamma)}, so at most ${number((R / gamma) ** 2)} updates are possible. The best separator allows ${number((R / least) ** 2)}.${runs}`;
    const wrong = products.flatMap((m, i) => (m > 0 ? [] : [i + 1]));
    return `w* = ${w} is no separator: it is wrong about pattern${wrong.length > 1 ? "s" : ""} ${wrong.join(", ")}, and promises nothing.` +
      (least ? ` The best separator allows ${number((R / least) ** 2)} updates.${runs}` : ` Nothing separates.${runs}`);
  }
}
define("perceptron-margin", Margin);

// Up to four points whose labels the reader changes: the line that separates them, or the hulls that
// cross; beside it every labelling and, at the press of a button, how many of them a line can do.

const turn = (a, b, c) => Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
const same = (a, b) => a[0] === b[0] && a[1] === b[1];
const between = (p, a, b) => turn(a, b, p) === 0 && [0, 1].every((j) => (p[j] - a[j]) * (p[j] - b[j]) <= 0);
const pairs = (P) => P.flatMap((a, i) => P.slice(i + 1).map((b) => [a, b]));
const inside = (p, [a, b, c]) => turn(a, b, c) !== 0 && Math.abs(turn(a, b, p) + turn(b, c, p) + turn(c, a, p)) === 3;

class Separability extends Explorable {
  // Where the hulls of two classes meet, with the patterns that show it; null if they do not meet.
  // Coordinates are multiples of 1/4, so the signs are exact.
  static meet(A, B) {
    for (const [P, Q] of [[A, B], [B, A]])
      for (const p of P) {
        const equal = Q.find((q) => same(p, q)), pair = pairs(Q).find(([a, b]) => between(p, a, b));
        if (equal || pair) return { at: p, hulls: [[p], equal ? [equal] : pair] };
        if (Q.length === 3 && inside(p, Q)) return { at: p, hulls: [[p], Q] };
      }
    for (const [a, b] of pairs(A))
      for (const [c, d] of pairs(B))
        if (turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0) {
          const size = (u, v, w) => Math.abs((v[0] - u[0]) * (w[1] - u[1]) - (v[1] - u[1]) * (w[0] - u[0]));
          const s = size(a, b, c) / (size(a, b, c) + size(a, b, d));
          return { at: c.map((v, j) => v + s * (d[j] - v)), hulls: [[a, b], [c, d]] };
        }
    return null;
  }
  // The line half-way between two hulls that do not meet, C1 on its positive side.
  static line(A, B) {
    const foot = (p, a, b) => {
      const way = [b[0] - a[0], b[1] - a[1]], square = dot(way, way);
      const s = square ? clamp(dot([p[0] - a[0], p[1] - a[1]], way) / square, 0, 1) : 0;
      return [a[0] + s * way[0], a[1] + s * way[1]];
    };
    const sides = (P) => (P.length > 1 ? pairs(P) : [[P[0], P[0]]]);
    const ways = [
      ...A.flatMap((p) => sides(B).map((side) => [p, foot(p, ...side)])),
      ...B.flatMap((q) => sides(A).map((side) => [foot(q, ...side), q])),
    ];
    const far = ([p, q]) => Math.hypot(p[0] - q[0], p[1] - q[1]);
    const [p, q] = ways.reduce((best, way) => (far(way) < far(best) ? way : best));
    const v = [p[0] - q[0], p[1] - q[1]];
    return [-(v[0] * (p[0] + q[0]) + v[1] * (p[1] + q[1])) / 2, ...v];
  }
  static look({ X, t }) {
    const [A, B] = [1, -1].map((c) => X.filter((_, i) => t[i] === c));
    const met = Separability.meet(A, B);
    return { A, B, met, line: met || !A.length || !B.length ? null : Separability.line(A, B) };
  }
  // Every labelling, in the order of the figure: (+1, ..., +1) first, the last label changes fastest.
  static all(n) {
    return Array.from({ length: 2 ** n }, (_, k) => Array.from({ length: n }, (_, i) => ((k >> (n - 1 - i)) & 1 ? -1 : 1)));
  }
  static count(X) { return Separability.all(X.length).filter((t) => !Separability.look({ X, t }).met).length; }

  build() {
    const { X } = this.state;
    this.plane = new Plane("Points of two classes, which can be moved and relabelled", ["x₁", "x₂"]);
    this.points = X.map((_, i) => this.plane.point(svg("g"), {
      moved: (x) => this.change({ X: this.state.X.with(i, x) }),
      pressed: (key) => (key === "Enter" || key === " ") && (this.flip(i), true),
    }));
    this.sheet = svg("svg", { viewBox: "0 0 300 304", role: "img" });
    this.captions = [html("figcaption"), html("figcaption")];
    return [
      html("div", { class: "row" },
        ...X.map((_, i) => button(`Relabel ${i + 1}`, () => this.flip(i))),
        button("Cross out", () => this.change({ told: true })),
        button("Reset", () => this.change({ told: false, ...JSON.parse(this.dataset.state) }))),
      this.status,
      html("div", { class: "row planes" }, picture(this.plane, this.captions[0]), html("figure", {}, this.sheet, this.captions[1])),
      html("p", { class: "hint" }, "Drag a point. By keyboard: Tab to it, then the arrows to move it, Enter to change its class."),
    ];
  }

  flip(i) { this.change({ t: this.state.t.with(i, -this.state.t[i]) }); }
  change(state) {
    this.state = { ...this.state, ...state };
    this.draw();
  }

  draw() {
    const { X, t } = this.state, { A, B, met, line } = Separability.look(this.state), plane = this.plane;
    plane.draw(
      line && plane.polygon(cut(plane.corners, (a, b) => dot(line, [1, a, b])), "side"),
      line && plane.line(line, "now"),
      met && met.hulls.map((P) => P.length > 1 && plane.polygon(P, "gap")),
      met && svg("circle", { cx: plane.x(met.at[0]), cy: plane.y(met.at[1]), r: 10, class: "ring" }),
    );
    this.points.forEach((point, i) => {
      const [right, up] = [0, 1].map((j) => (met && X[i][j] < met.at[j] ? -1 : 1)); // the number stands away from the hulls
      point.node.lastChild.replaceChildren(mark(t[i]), svg("text", { x: 14 * right, y: 5 - 14 * up, "text-anchor": "middle" }, String(i + 1)));
      point.place(X[i], `Point ${i + 1}, class ${t[i] > 0 ? "C1" : "C2"}`);
    });
    const told = this.state.told, count = this.sheets(X, t, told), all = `all ${2 ** X.length} labellings`;
    this.status.textContent = this.sentence(A, B, met) + (told ? ` A line separates ${count} of ${all}.` : "");
    this.captions[0].textContent = met
      ? "Thick: where the two classes meet, at the ring."
      : line ? "The line half-way between the two classes; C1 is on the shaded side." : "All points are in one class.";
    this.captions[1].textContent = told
      ? `Crossed out: ${2 ** X.length - count} labellings that no line can do.`
      : `${all.replace("a", "A")}. Which of them can no line do? “Cross out” tells.`;
    this.sheet.setAttribute("aria-label", told ? `${count} of ${all} can be separated` : all);
  }

  // One small picture for each labelling; returns how many can be separated.
  sheets(X, t, told) {
    const all = Separability.all(X.length), side = all.length > 4 ? 4 : 2, step = 296 / side;
    let count = 0;
    this.sheet.replaceChildren(...all.map((labels, k) => {
      const { met } = Separability.look({ X, t: labels });
      if (!met) count += 1;
      const size = step - 8, place = (v) => ((v + 2) / 4) * size;
      const here = labels.every((label, i) => label === t[i]);
      const spots = X.map(([a, b], i) => {
        const small = mark(labels[i]);
        small.setAttribute("transform", `translate(${place(a)} ${place(-b)}) scale(.62)`);
        return small;
      });
      const frame = svg("rect", { width: size, height: size, class: here ? "ring" : "ground" });
      const cross = told && met ? [svg("path", { d: `M3 3L${size - 3} ${size - 3}M3 ${size - 3}L${size - 3} 3`, class: "trail" })] : [];
      const at = `translate(${2 + (k % side) * step} ${2 + Math.floor(k / side) * step})`;
      return svg("g", { transform: at }, frame, ...cross, ...spots);
    }));
    return count;
  }

  sentence(A, B, met) {
    if (!A.length || !B.length) return "All points are in one class: every line that leaves them on one side will do.";
    if (!met) return "A line separates the two classes.";
    const named = (P) => P.map((p) => this.state.X.findIndex((x) => x === p) + 1).join(", ");
    const [first, second] = met.hulls.map(named);
    const words = (P, names) => ["is point", "lies between points", "lies in the triangle of points"][P.length - 1] + ` ${names}`;
    return `No line separates them: ${vector(met.at)} ${words(met.hulls[0], first)}, and also ${words(met.hulls[1], second)}, of the other class.`;
  }
}
define("perceptron-separability", Separability);

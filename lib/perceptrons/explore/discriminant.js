// The discriminant: a line that its weights turn and shift, and a pattern.

const STEP = 0.25; // of everything that moves, so that products are exact

const factor = (v) => (v < 0 ? `(${number(v)})` : number(v));
const away = (D) => (D > 0 ? ", along v" : D < 0 ? ", against v" : "");

class Discriminant extends Explorable {
  // Everything derived from the weights, as in the book: D(x) = g(x) / ‖v‖.
  static readings({ w, x }) {
    const [bias, ...v] = w;
    const square = dot(v, v), norm = Math.sqrt(square);
    const g = bias + dot(v, x), theta = -bias;
    const along = (g) => v.map((c) => (g / square) * c); // the multiple of v that changes g by that much
    if (square === 0) return { theta, norm, g };
    return {
      theta, norm, g, distance: g / norm,
      origin: { distance: theta / norm, foot: along(theta) },
      foot: along(-g).map((c, j) => x[j] + c),
    };
  }

  build() {
    const { w, x } = this.state;
    const reach = Math.ceil(1.6 * Math.max(1, ...[...w.slice(1), ...x].map(Math.abs)));
    this.most = Math.max(20, 2 * Math.abs(w[0])); // largest bias on the slider
    this.plane = new Plane("The line, its normal v and the pattern x, which can be moved", ["x₁", "x₂"], -reach, reach);
    this.said = ""; // about the last change
    const circle = () => svg("path", { d: "M-9 0a9 9 0 0 0 18 0a9 9 0 0 0-18 0", class: "trail" });
    const named = (name, shape) => svg("g", {}, shape, svg("text", { x: 10, y: -9 }, name));
    this.tip = this.plane.point(named("v", circle()), { moved: (v) => this.turn(v) });
    this.foot = this.plane.point(circle(), { moved: (p, way) => this.drag(p, way) });
    this.mark = this.plane.point(named("x", svg("circle", { r: 6, class: "spot" })), { moved: (x) => this.move(x) });
    this.bias = slider("w₀", { min: -this.most, max: this.most, step: STEP, value: w[0] }, (b) => this.shift(b));
    this.double = button("Double w", () => this.scale(2));
    this.half = button("Halve w", () => this.scale(1 / 2));
    this.read = html("dl", { class: "readings" });
    this.caption = html("figcaption");
    return [
      html("div", { class: "row" }, this.bias.node, this.double, this.half,
        button("Flip w", () => this.scale(-1)), button("Reset", () => this.reset())),
      this.status,
      html("div", { class: "row planes" }, picture(this.plane, this.caption), this.read),
      html("p", { class: "hint" }, "Drag a circle: the tip of v, the line, or x. By keyboard: Tab to it, then the arrows."),
    ];
  }

  reset() { this.change(JSON.parse(this.dataset.state), ""); }
  change(state, said) {
    this.state = { ...this.state, ...state };
    this.said = said;
    this.draw();
  }

  // The reader's actions; each says what it did.
  move(x) { this.change({ x }, `x = ${vector(x)}. `); }
  turn(v) {
    const w = [this.state.w[0], ...v], { origin } = Discriminant.readings({ w, x: v });
    this.change({ w }, `v = ${vector(v)}. ` + (origin
      ? `The line has turned with it, and is ${number(Math.abs(origin.distance))} from the origin. ` : ""));
  }
  shift(bias) {
    const w = this.state.w.with(0, bias), { origin } = Discriminant.readings({ w, x: [0, 0] });
    this.change({ w }, `w₀ = ${number(bias)}. ` + (origin
      ? `The line keeps its direction, and is ${number(Math.abs(origin.distance))} from the origin. ` : ""));
  }
  scale(factor) {
    this.change({ w: this.state.w.map((v) => factor * v) }, factor < 0
      ? "Every weight has changed its sign: the same line, its sides exchanged. "
      : `Every weight is ${factor > 1 ? "doubled" : "halved"}: the same line, the same distances, another g. `);
  }

  // Dragging the circle on the line shifts the line, within the window and the range of the slider.
  drag(p, way) {
    const [bias, ...v] = this.state.w;
    const theta = way ? STEP * Math.sign(dot(v, way)) - bias : Math.round(dot(v, p) / STEP) * STEP;
    const { origin } = Discriminant.readings({ w: [-theta, ...v], x: p });
    if (Math.abs(theta) <= this.most && this.within(origin.foot)) this.shift(-theta);
  }
  within(p) { return p.every((c) => Math.abs(c) <= this.plane.high); }

  draw() {
    const { w, x } = this.state, [bias, ...v] = w;
    const all = Discriminant.readings(this.state);
    this.drawPlane(w, v, x, all);
    this.bias.show(bias);
    this.double.disabled = !this.within(v.map((c) => 2 * c)) || 2 * Math.abs(bias) > this.most;
    this.half.disabled = all.norm < 1;
    this.status.textContent = this.said + this.sentence(x, all);
    this.read.replaceChildren(...this.terms(w, v, x, all).flatMap(([term, value]) =>
      [html("dt", {}, term), html("dd", {}, value)]));
  }

  drawPlane(w, v, x, { origin, foot, distance }) {
    const plane = this.plane;
    const side = (a, b) => w[0] + w[1] * a + w[2] * b;
    plane.draw(
      origin && plane.polygon(cut(plane.corners, side), "side"),
      plane.line(w, "now"),
      origin && plane.path([[0, 0], origin.foot], "gap"),
      plane.arrow([0, 0], v, "now"),
      plane.spot([0, 0], 3, "spot"),
      distance && plane.path([x, foot], "before"),
      distance && this.corner(foot, x, v),
      distance && this.length(x, foot, v, Math.abs(distance)),
    );
    const show = ({ node }, seen) => node.setAttribute("visibility", seen ? "visible" : "hidden");
    this.tip.place(v, "Tip of v, the normal");
    this.tip.node.setAttribute("aria-valuetext", `w₁ ${number(v[0])}, w₂ ${number(v[1])}`);
    this.mark.place(x, "Pattern x");
    this.mark.node.querySelector("text").setAttribute("y", distance && x[1] < foot[1] ? 21 : -9);
    if (origin) this.foot.place(origin.foot, "The line, where it is nearest to the origin");
    show(this.foot, origin && this.within(origin.foot));
    this.caption.textContent = origin
      ? "The arrow v = (w₁, w₂) is at right angles to the line, and points to its positive side, which is shaded. Thick: from the origin to the line."
      : "No arrow and no line: w₁ and w₂ are zero.";
  }

  // The mark of the right angle at the foot, on the side of x.
  corner(foot, x, v) {
    const unit = (u) => u.map((c) => (0.03 * 2 * this.plane.high * c) / Math.hypot(...u));
    const [a, b] = [unit(x.map((c, j) => c - foot[j])), unit([-v[1], v[0]])];
    const at = (s, t) => foot.map((c, j) => c + s * a[j] + t * b[j]);
    return this.plane.path([at(1, 0), at(1, 1), at(0, 1)], "trail");
  }
  // The length of the perpendicular: beside its middle, away from the label of x.
  length(x, foot, v, D) {
    const norm = Math.hypot(...v), below = x[1] < foot[1] ? -1 : 1;
    const way = below * v[1] < 0 || (v[1] === 0 && v[0] > 0) ? -1 : 1; // which of the two directions along the line
    const [a, b] = [0, 1].map((j) => (x[j] + foot[j]) / 2);
    const [dx, dy] = [(way * 22 * v[1]) / norm, (way * 14 * v[0]) / norm];
    return svg("text", { x: this.plane.x(a) + dx, y: this.plane.y(b) + dy + 4, "text-anchor": "middle" }, number(D));
  }

  terms(w, v, x, { theta, norm, g, distance, origin }) {
    const sum = [number(w[0]), ...v.map((c, j) => `${factor(c)}·${factor(x[j])}`)].join(" + ");
    const none = "none: there is no line";
    return [
      ["v = (w₁, w₂)", `${vector(v)}, of length ‖v‖ = ${number(norm)}`],
      ["Line from origin", origin ? `−w₀/‖v‖ = ${number(theta)}/${number(norm)} = ${number(origin.distance)}${away(origin.distance)}` : none],
      ["g(x) = w₀ + v·x", `${sum} = ${number(g)}`],
      ["Signed distance of x", origin ? `g(x)/‖v‖ = ${number(g)}/${number(norm)} = ${number(distance)}` : none],
    ];
  }

  sentence(x, { g, distance, origin }) {
    if (!origin) return `With w₁ = w₂ = 0 there is no line: g is w₀ = ${number(g)} everywhere.`;
    if (g === 0) return `g(x) = 0: x = ${vector(x)} is on the line, on neither side.`;
    return `g(x) = ${number(g)}: x is ${number(Math.abs(distance))} from the line, on its ${g > 0 ? "positive" : "negative"} side.`;
  }
}
define("perceptron-discriminant", Discriminant);

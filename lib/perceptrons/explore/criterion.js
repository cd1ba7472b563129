// The perceptron criterion over the plane of weights, beside the count of mistakes: the batch rule's
// path on a slope, and the same path on flat ground.

const RATES = [[1 / 16, "1/16"], [1 / 8, "1/8"], [1 / 4, "1/4"], [1 / 2, "1/2"], [1, "1"], [2, "2"]];
const reflect = ({ X, t }) => X.map((x, i) => [1, ...x].map((v) => t[i] * v));
const shortfall = (Z, w) => Z.reduce((sum, z) => sum + Math.max(0, -dot(w, z)), 0); // J_P(w)
const patterns = (M) => `pattern${M.length === 1 ? "" : "s"} ${M.map((i) => i + 1).join(", ")}`;
const change = (a, b) => a === b ? `stays ${number(b)}` : `${a < b ? "rises" : "falls"} from ${number(a)} to ${number(b)}`;

class Criterion extends Walk {
  // The weights w⁽⁰⁾, w⁽¹⁾, ... of the batch rule, each with its mistaken set M, J_P, and the sum of
  // the mistaken patterns, which is minus the gradient.
  static trace({ X, t, eta, w, at_zero, max_epochs }) {
    const Z = reflect({ X, t });
    const look = (w) => {
      const g = Z.map((z) => dot(w, z));
      const M = [...Z.keys()].filter((i) => g[i] < 0 || (g[i] === 0 && t[i] !== at_zero));
      const down = w.map((_, j) => M.reduce((sum, i) => sum + Z[i][j], 0));
      return { w, M, J: shortfall(Z, w), down };
    };
    const path = [look(w)];
    while (path.at(-1).M.length > 0 && path.length <= max_epochs) {
      const { w, down } = path.at(-1);
      path.push(look(w.map((v, j) => v + eta * down[j])));
    }
    return path;
  }

  build() {
    const names = ["w₀", "w₁"];
    this.slope = new Plane("The criterion over the weights w₀ and w₁, and the path", names);
    this.flat = new Plane("The count of mistakes over the same weights, and the path", names);
    this.planes = [this.slope, this.flat];
    this.starts = this.planes.map((plane) =>
      plane.point(svg("rect", { x: -5, y: -5, width: 10, height: 10, class: "spot" }), { moved: (w) => this.change({ w }) }));
    this.captions = this.planes.map(() => html("figcaption"));
    this.rates = html("div", { class: "row" });
    const controls = this.buttons(), table = this.grid("Updates", ["k", "w", "mistaken", "J_P", "count"]);
    this.reset();
    return [
      controls,
      this.rates,
      this.status,
      html("div", { class: "row planes" }, ...this.planes.map((plane, i) => picture(plane, this.captions[i]))),
      html("p", { class: "hint" }, "Drag the square, in either picture, to start elsewhere, or move it with the arrow keys."),
      table,
    ];
  }

  reset() {
    this.stop();
    this.k = 0; // updates shown
    this.scale = 1; // of the window
    this.state = JSON.parse(this.dataset.state);
    const { eta } = this.state;
    const given = RATES.some(([v]) => v === eta) ? [] : [[eta, number(eta)]];
    const options = [...RATES, ...given].sort(([a], [b]) => a - b);
    this.rates.replaceChildren(choice("Rate η", options, eta, (v) => { this.change({ eta: v }); this.show(this.k); }));
    this.survey();
    this.change({});
  }

  // What does not depend on w: level lines, and the sectors on which the mistaken set is constant.
  // Because J_P(cw) = c J_P(w), twice the window with twice the levels is the same picture.
  survey() {
    const Z = reflect(this.state);
    const J = (a, b) => shortfall(Z, [a, b]);
    for (const plane of this.planes) plane.show(...this.state.window.map((v) => v * this.scale));
    const { slope, flat } = this;
    const sectors = Z.reduce((parts, z) => parts.flatMap((part) =>
      [1, -1].map((s) => cut(part, (a, b) => s * dot([a, b], z))).filter((half) => Math.abs(area(half)) > 1e-9)), [slope.corners]);
    const spacing = this.state.spacing * this.scale;
    const highest = Math.max(...slope.corners.map((p) => J(...p)));
    const levels = Array.from({ length: Math.ceil(highest / spacing) - 1 }, (_, i) => (i + 1) * spacing);
    const note = (plane, [a, b], words) => svg("text", { x: plane.x(a), y: plane.y(b) + 4, "text-anchor": "middle" }, words);
    // Level labels go along the ray to a corner that is neither the highest nor nearly flat.
    const corner = slope.corners.sort((p, q) => J(...q) - J(...p))[J(...slope.corners[2]) > 0 ? 2 : 0];
    const count = (sector) => {
      const rim = sector.filter((p) => Math.hypot(...p) > 1e-9); // without the origin, where thin sectors have no room for a label
      const middle = [0, 1].map((j) => (0.85 * rim.reduce((sum, p) => sum + p[j], 0)) / rim.length);
      const wrong = Z.filter((z) => dot(middle, z) < 0).length;
      const ground = flat.polygon(sector, wrong ? "count" : "good");
      if (wrong) ground.setAttribute("fill-opacity", 0.05 + (0.25 * wrong) / Z.length);
      return [ground, note(flat, middle, wrong)];
    };
    this.level = (w) => { // through w, and thick; a style of its own, so that core.css stays that of every page
      const line = slope.contour(J, J(...w), "passing", sectors);
      Object.assign(line.style, { stroke: "var(--blue)", strokeWidth: "3.5" });
      return line;
    };
    const separators = sectors.filter((sector) => sector.every((p) => J(...p) < 1e-9));
    this.ground = [
      [
        ...separators.map((sector) => slope.polygon(sector, "good")),
        ...levels.map((level) => slope.contour(J, level, "level", sectors)),
        ...levels.filter((level) => level < 0.9 * J(...corner)).map((level) => note(slope, corner.map((v) => (v * level) / J(...corner)), number(level))),
      ],
      sectors.map(count).flat(),
    ];
  }

  // Run again from a changed state, and show as many updates as before, or all if all were shown.
  change(state) {
    const all = this.trace && this.k > 0 && this.k === this.last;
    this.state = { ...this.state, ...state };
    this.trace = Criterion.trace(this.state);
    this.k = all ? this.last : Math.min(this.k, this.last);
    if (this.shadowRoot) this.draw();
  }
  get last() { return this.trace.length - 1; }
  show(k) {
    this.k = clamp(k, 0, this.last);
    const [low, high, bottom, top] = this.state.window;
    const outside = ({ w: [a, b] }) => Math.min(a - low * this.scale, high * this.scale - a, b - bottom * this.scale, top * this.scale - b) < 0;
    while (this.trace.slice(0, this.k + 1).some(outside)) {
      this.scale *= 2;
      this.survey();
    }
    this.draw();
  }

  draw() {
    super.draw();
    const { eta } = this.state;
    const shown = this.trace.slice(0, this.k + 1);
    const { w, M, J, down } = shown.at(-1), before = shown.at(-2);
    this.planes.forEach((plane, i) => {
      plane.draw(
        this.ground[i],
        plane === this.slope && J > 0 && this.level(w),
        plane.path(shown.map((v) => v.w), "trail"),
        shown.map((v) => plane.spot(v.w, 3, "spot")),
        before && plane.arrow(before.w, w, "now"),
        plane === this.slope && M.length > 0 && plane.arrow(w, w.map((v, j) => v + eta * down[j]), "before"),
        plane.spot(w, 4.5, "spot"),
      );
      this.starts[i].place(this.state.w, `Start of the path, over ${i ? "the count" : "J_P"}`);
    });
    this.captions[0].textContent = `J_P is ${number(J)} here${J > 0 ? ", and all along the thick line" : ""}. Each line joins equal J_P.` + (M.length ? " Dashed: the next step." : "");
    this.captions[1].textContent = `The count is ${M.length} here` + (M.length ? ". It is flat in each sector: no direction." : ", and inside the sector where J_P is 0.");
    this.status.textContent = this.sentence(shown);
    this.fill(shown.map(({ w, M, J }, k) => [plain(k), vector(w), M.map((i) => i + 1).join(", "), plain(J), plain(M.length)]));
  }

  sentence(shown) {
    const { w, M, J } = shown.at(-1), before = shown.at(-2);
    const said = before
      ? `Update ${this.k} adds ${patterns(before.M)}: w becomes ${vector(w)}. J_P ${change(before.J, J)}; the count of mistakes ${change(before.M.length, M.length)}.`
      : `Start at w = ${vector(w)}: J_P is ${number(J)}.`;
    if (M.length === 0) return `${said} No pattern is mistaken: the rule ends.`;
    const now = ` Mistaken: ${patterns(M)}.`;
    const least = J === 0 ? " J_P could not be less, and yet w is no separator." : "";
    const more = this.k === 0 ? " Press Step to add them up." : this.k === this.last ? ` Stopped: no end in sight.` : "";
    return said + now + least + more;
  }
}
define("perceptron-criterion", Criterion);

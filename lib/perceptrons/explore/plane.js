// A plane with axes, shapes in it, and points that the reader drags.

// Clip a convex polygon to the half-plane f(x, y) >= 0, for an affine f.
function cut(polygon, f) {
  return polygon.flatMap((p, i) => {
    const q = polygon[(i + 1) % polygon.length];
    const [a, b] = [f(...p), f(...q)];
    const s = a / (a - b);
    const crossing = a * b < 0 ? [p.map((v, j) => v + s * (q[j] - v))] : [];
    return a >= 0 ? [p, ...crossing] : crossing;
  });
}

const area = (polygon) => polygon.reduce((sum, [a, b], i) => {
  const [c, d] = polygon[(i + 1) % polygon.length];
  return sum + (a * d - b * c) / 2;
}, 0);

const SIDE = 256, LEFT = 34, TOP = 8; // of the window, in units of the viewBox

// A square window on two variables, with axes. `draw` replaces the shapes in it.
class Plane {
  constructor(label, names, low = -2, high = 2, bottom = low, top = high) {
    const frame = { x: LEFT, y: TOP, width: SIDE, height: SIDE };
    this.names = names;
    this.axes = svg("g", { class: "axes", "aria-hidden": "true" });
    this.inside = svg("svg", { ...frame, "aria-hidden": "true" }, svg("rect", { ...frame, x: 0, y: 0, class: "ground" }));
    this.layer = this.inside.appendChild(svg("g"));
    this.points = svg("g");
    this.root = svg("svg", { viewBox: "0 0 300 304", role: "group", "aria-label": label }, this.axes, this.inside, this.points);
    this.show(low, high, bottom, top);
  }

  // Set the limits of the window.
  show(low, high, bottom = low, top = high) {
    Object.assign(this, { low, high, bottom, top });
    const text = (x, y, words, anchor = "middle") => svg("text", { x, y, "text-anchor": anchor }, words);
    const ticks = (a, b) => {
      const step = [0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500].find((s) => b - a <= 5 * s) ?? b - a;
      return Array.from({ length: Math.floor(b / step) - Math.ceil(a / step) + 1 }, (_, i) => (Math.ceil(a / step) + i) * step);
    };
    const heights = ticks(bottom, top), middle = Math.floor(heights.length / 2);
    const gap = ((heights[middle - 1] ?? bottom) + heights[middle]) / 2; // the axis label goes between two tick labels
    this.axes.replaceChildren(
      ...ticks(low, high).flatMap((v) => {
        const x = LEFT + this.x(v);
        return [svg("path", { d: `M${x} ${TOP}v${SIDE}` }), text(x, TOP + SIDE + 14, number(v))];
      }),
      ...heights.flatMap((v) => {
        const y = TOP + this.y(v);
        return [svg("path", { d: `M${LEFT} ${y}h${SIDE}` }), text(LEFT - 5, y + 4, number(v), "end")];
      }),
      text(LEFT + SIDE / 2, TOP + SIDE + 32, this.names[0]),
      text(10, TOP + this.y(gap) + 4, this.names[1]),
    );
  }

  draw(...shapes) { this.layer.replaceChildren(...shapes.flat().filter(Boolean)); }

  x(v) { return ((v - this.low) / (this.high - this.low)) * SIDE; }
  y(v) { return ((this.top - v) / (this.top - this.bottom)) * SIDE; }
  get corners() {
    return [[this.low, this.bottom], [this.high, this.bottom], [this.high, this.top], [this.low, this.top]];
  }

  // The position of a pointer, in data coordinates.
  at(event) {
    const matrix = this.root.getScreenCTM().inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [
      this.low + ((x - LEFT) / SIDE) * (this.high - this.low),
      this.top - ((y - TOP) / SIDE) * (this.top - this.bottom),
    ];
  }

  // Shapes, in data coordinates; core.css styles their classes.
  route(points) {
    const places = points.map(([a, b]) => `${this.x(a).toFixed(2)} ${this.y(b).toFixed(2)}`);
    return places.length ? "M" + places.join("L") : "";
  }
  path(points, name, end = "") {
    return points.length === 0 ? null : svg("path", { d: this.route(points) + end, class: name });
  }
  polygon(points, name) { return this.path(points, name, "Z"); }
  spot([a, b], radius, name) { return svg("circle", { cx: this.x(a), cy: this.y(b), r: radius, class: name }); }
  line([c, a, b], name) { // c + ax + by = 0
    const square = a * a + b * b;
    if (square === 0) return null;
    const foot = [(-c * a) / square, (-c * b) / square];
    const reach = (this.high - this.low + this.top - this.bottom + Math.hypot(...foot)) / Math.sqrt(square);
    return this.path([1, -1].map((s) => [foot[0] - s * reach * b, foot[1] + s * reach * a]), name);
  }
  // The level line f(x, y) = level, cell by cell: exact where f is affine on each cell.
  contour(f, level, name, cells = this.triangles()) {
    const pieces = cells.map((cell) => {
      const heights = cell.map((p) => f(...p) - level);
      return cell.flatMap((p, i) => {
        const j = (i + 1) % cell.length, [a, b] = [heights[i], heights[j]];
        return a < 0 === b < 0 ? [] : [p.map((v, m) => v + (a / (a - b)) * (cell[j][m] - v))];
      });
    });
    return svg("path", { d: pieces.map((ends) => this.route(ends)).join(""), class: name });
  }
  // Cells for a curved f: triangles, because in a square the level line can be ambiguous.
  triangles(squares = 48) {
    const at = (i, j) => [this.low + (i / squares) * (this.high - this.low), this.bottom + (j / squares) * (this.top - this.bottom)];
    return Array.from({ length: squares * squares }, (_, k) => [k % squares, Math.floor(k / squares)])
      .flatMap(([i, j]) => [[i + 1, j], [i, j + 1]].map((middle) => [at(i, j), at(...middle), at(i + 1, j + 1)]));
  }
  arrow(from, to, name) {
    const [x, y] = [this.x(to[0]), this.y(to[1])];
    const [dx, dy] = [x - this.x(from[0]), y - this.y(from[1])];
    const length = Math.hypot(dx, dy);
    if (length < 1) return null;
    const [u, v] = [(9 * dx) / length, (9 * dy) / length];
    const head = `M${x - u - v / 2} ${y - v + u / 2}L${x} ${y}L${x - u + v / 2} ${y - v - u / 2}`;
    return svg("g", { class: name }, this.path([from, to], ""), svg("path", { d: head }));
  }

  // A point that the reader moves by mouse, touch or arrow keys. `moved` gets its new position, a
  // multiple of `step` inside the window, and the direction of an arrow key; `held` is called on
  // focus; `pressed` gets any other key.
  point(shape, { step = 0.25, moved, held = () => {}, pressed = () => false }) {
    let here;
    const round = (v, low, high) => clamp(Math.round(v / step) * step, low, high);
    const move = ([a, b], way) => moved([round(a, this.low, this.high), round(b, this.bottom, this.top)], way);
    const node = svg("g", {
      class: "point", tabindex: 0, role: "slider",
      onpointerdown: (e) => { e.preventDefault(); node.setPointerCapture(e.pointerId); node.focus(); },
      ontouchstart: (e) => e.preventDefault(), // or the page would scroll: touch-action has no effect on shapes
      onpointermove: (e) => node.hasPointerCapture(e.pointerId) && move(this.at(e)),
      onfocus: () => held(),
      onkeydown: (e) => {
        const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] }[e.key];
        if (way) move(here.map((v, j) => v + step * way[j]), way);
        if (way || pressed(e.key)) e.preventDefault();
      },
    }, svg("circle", { r: 15, class: "touch" }), shape);
    this.points.append(node);
    const place = ([a, b], label) => {
      here = [a, b];
      const values = { "aria-label": label, "aria-valuemin": this.low, "aria-valuemax": this.high, "aria-valuenow": a };
      values["aria-valuetext"] = `${this.names[0]} ${number(a)}, ${this.names[1]} ${number(b)}`;
      values.transform = `translate(${LEFT + this.x(a)} ${TOP + this.y(b)})`;
      for (const [name, value] of Object.entries(values)) node.setAttribute(name, value);
    };
    return { node, place };
  }
}

const picture = (plane, caption) => html("figure", {}, plane.root, caption);

// A filled circle for class C1, an open square for C2, as in the figures.
const mark = (t) => t > 0 ? svg("circle", { r: 6.5, class: "C1" }) : svg("rect", { x: -6, y: -6, width: 12, height: 12, class: "C2" });

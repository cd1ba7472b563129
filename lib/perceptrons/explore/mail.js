// Mail in the plane of two words, and a line that the reader drags: which messages does it sort wrongly?

const LOW = -0.5, RIGHT = 6, TOPMOST = 4; // the window, in words among a hundred
const UNIT = 100; // the state counts in hundredths of a word, so that every product is exact

class Mail extends Explorable {
  // The weights of the line through two points, whose positive side is on the right of the way from
  // the first to the second; in hundredths, as the messages.
  static weights([p, q]) {
    const v = [q[1] - p[1], p[0] - q[0]];
    return [-dot(v, p), ...v];
  }
  // Whether each message is a mistake, ties included.
  static mistakes({ X, t, ends }) {
    const [bias, ...v] = Mail.weights(ends);
    return X.map((x, i) => t[i] * (bias + dot(v, x)) <= 0);
  }

  build() {
    const { words } = this.state;
    this.plane = new Plane("Messages, and a line through two points that can be moved", words, LOW, RIGHT, LOW, TOPMOST);
    this.handles = ["First", "Second"].map((which, j) => ({
      which,
      ...this.plane.point(svg("circle", { r: 7, class: "handle" }), { moved: (p) => this.move(j, p) }),
    }));
    this.count = html("tbody");
    const heads = ["messages", "taken for spam", "let through", "mistakes"].map((c) => html("th", { scope: "col" }, c));
    this.caption = html("figcaption");
    return [
      html("div", { class: "row" },
        button("Swap sides", () => this.change(this.state.ends.toReversed())),
        button("A good line", () => this.change(this.state.good)),
        button("Reset", () => this.change(JSON.parse(this.dataset.state).ends))),
      this.status,
      html("div", { class: "row planes" }, picture(this.plane, this.caption),
        html("div", { class: "table counts", tabindex: 0, role: "region", "aria-label": "Messages on either side" },
          html("table", {}, html("thead", {}, html("tr", {}, ...heads)), this.count))),
      html("p", { class: "hint" }, "Drag the two green ends of the line. By keyboard: Tab to an end, then the arrows."),
    ];
  }

  move(j, p) {
    const ends = this.state.ends.with(j, p.map((v) => UNIT * v));
    if (String(ends[0]) !== String(ends[1])) this.change(ends); // or there would be no line
  }
  change(ends) {
    this.state = { ...this.state, ends };
    this.draw();
  }

  draw() {
    const { X, t, ends, words } = this.state, plane = this.plane;
    const w = Mail.weights(ends), wrong = Mail.mistakes(this.state);
    const [bias, a, b] = [w[0] / UNIT, w[1], w[2]]; // in words, as the axes
    const group = (target, mistake) => X.filter((_, i) => t[i] === target && wrong[i] === mistake);
    plane.draw(
      plane.polygon(cut(plane.corners, (x, y) => bias + a * x + b * y), "side"),
      ...[1, -1].map((target) => this.marks(group(target, false), target, "")),
      ...[1, -1].map((target) => this.marks(group(target, true), target, " missed")),
      plane.line([bias, a, b], "now"),
    );
    this.handles.forEach(({ which, place }, j) => place(ends[j].map((v) => v / UNIT), `${which} end of the line`));
    const rows = [1, -1].map((target) => {
      const [right, missed] = [false, true].map((mistake) => group(target, mistake).length);
      return target > 0 ? ["spam", right, missed, missed] : ["honest mail", missed, right, missed];
    });
    const [lost, all] = [rows[1][3], rows[0][3] + rows[1][3]];
    this.status.textContent = `g(x) = ${this.formula(w, words)}. It makes ${all} mistakes among ${X.length} messages: `
      + `${rows[0][3]} spam let through, ${lost} honest messages lost.`;
    this.caption.textContent = "Filled circles: spam. Open squares: honest mail. Shaded: what the line takes for spam. "
      + "Crossed: mistakes, what lies on the line included.";
    this.count.replaceChildren(...rows.map((cells) => html("tr", {}, ...cells.map((c) => html("td", {}, c)))));
  }

  // Many messages as one shape: small marks, crossed where the line is wrong about them.
  marks(messages, target, missed) {
    const shape = target > 0 ? "m-3 0a3 3 0 0 0 6 0a3 3 0 0 0-6 0" : "m-3-3h6v6h-6z";
    const cross = missed && "m-5-5l10 10m0-10l-10 10";
    const places = messages.map(([x, y]) => `M${this.plane.x(x / UNIT).toFixed(1)} ${this.plane.y(y / UNIT).toFixed(1)}`);
    return [
      svg("path", { d: places.map((at) => at + shape).join(""), class: target > 0 ? "C1 small" : "C2 small" }),
      missed && svg("path", { d: places.map((at) => at + cross).join(""), class: "missed" }),
    ];
  }

  // The weights as whole numbers, the smallest with their ratios, as the text writes them.
  formula([bias, a, b], words) {
    const divisor = (m, n) => (n ? divisor(n, m % n) : Math.abs(m));
    const whole = [bias, a * UNIT, b * UNIT], size = whole.reduce(divisor);
    return whole.map((v, j) => (j ? (v < 0 ? " − " : " + ") : v < 0 ? "−" : "") + Math.abs(v) / size
      + (j ? `·${words[j - 1]}` : "")).join("");
  }
}
define("perceptron-mail", Mail);

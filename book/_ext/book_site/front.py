"""The picture of the front page: ``{corrections}`` draws how the rule finds a line, step by step.

It is drawn from a run of the library, as one small SVG after each correction.
"""

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from perceptrons import data, perceptron

EDGE = 2.2  # the plane is drawn from -EDGE to EDGE
SHAPES = {1: '<circle class="C1" r=".2" {}/>', -1: '<rect class="C2" width=".36" height=".36" {}/>'}


def halves(w):
    """Return the corners of the square, and where w·(1, x) = 0 cuts it, on the positive side."""
    corners = [(-EDGE, -EDGE), (EDGE, -EDGE), (EDGE, EDGE), (-EDGE, EDGE)]
    kept, cut = [], []
    for (a, b), (c, d) in zip(corners, [*corners[1:], corners[0]], strict=True):
        here, there = w[0] + w[1] * a + w[2] * b, w[0] + w[1] * c + w[2] * d
        if here >= 0:
            kept.append((a, b))
        if here * there < 0:
            share = here / (here - there)
            cut.append((a + share * (c - a), b + share * (d - b)))
            kept.append(cut[-1])
    return kept, cut


def path(points, closed=False):
    """Return points as the data of an SVG path; y points down there."""
    return "M" + "L".join(f"{x:.3g} {-y:.3g}" for x, y in points) + ("Z" if closed else "")


def marker(x, target, kind):
    """Return a pattern: a filled circle for C1, an open square for C2, or a ring around it."""
    a, b = float(x[0]), -float(x[1])
    if kind == "ring":
        return f'<circle class="ring" r=".36" cx="{a:g}" cy="{b:g}"/>'
    place = f'cx="{a:g}" cy="{b:g}"' if target > 0 else f'x="{a - 0.18:g}" y="{b - 0.18:g}"'
    return SHAPES[target].format(place)


def told(k, wrong, line):
    """Return what a reader who does not see the picture is told of the line after k corrections."""
    state = {0: "no pattern is wrong", 1: "one pattern is wrong"}.get(
        wrong, f"{wrong} patterns are wrong"
    )
    return f"Four patterns, and the line {line} after correction {k}: {state}."


def equation(w):
    """Return w·(1, x) = 0 in words that a screen reader can read.

    >>> equation([-1, 1, 1]), equation([0, 2, 0])
    ('x₁ + x₂ = 1', 'x₁ = 0')
    """
    a = [float(each) for each in w]
    largest = max(abs(each) for each in a[1:])
    b, c, d = 0 - a[0] / largest, a[1] / largest, a[2] / largest
    names = [
        ("" if abs(each) == 1 else f"{abs(each):g}", "−" if each < 0 else "+", name)
        for each, name in ((c, "x₁"), (d, "x₂"))
        if each
    ]
    left = " ".join(f"{sign} {factor}{name}" for factor, sign, name in names).removeprefix("+ ")
    return f"{left} = {b:g}".replace("-", "−")


def pictures(X, t, run):
    """Yield the SVG of each correction, with the words below it."""
    span = f"{-EDGE} {-EDGE} {2 * EDGE} {2 * EDGE}"
    for k in range(1, run.updates + 1):
        w, before = run.weights[k], run.weights[k - 1]
        wrong = [i for i in range(len(t)) if t[i] * (w[0] + w[1:] @ X[i]) <= 0]
        side, line = halves(w)
        old = halves(before)[1]
        middle = [sum(point[j] for point in line) / 2 for j in (0, 1)]
        size = float(w[1:] @ w[1:]) ** 0.5
        tip = [middle[j] + 0.7 * float(w[1 + j]) / size for j in (0, 1)]
        drawn = [
            f'<path class="side" d="{path(side, closed=True)}"/>',
            f'<path class="before" d="{path(old)}"/>' if old else "",
            f'<path class="line" d="{path(line)}"/>',
            f'<path class="normal" d="{path([middle, tip])}" marker-end="url(#tip)"/>',
            marker(X[run.mistaken[k - 1]], 0, "ring"),
            *(marker(x, int(target), "") for x, target in zip(X, t, strict=True)),
        ]
        label = told(k, len(wrong), equation(w))
        svg = f'<svg viewBox="{span}" role="img" aria-label="{label}">{"".join(drawn)}</svg>'
        yield (
            svg,
            {0: "All four are right.", 1: "One is still wrong."}.get(
                len(wrong), f"{len(wrong)} are still wrong."
            ),
        )


TIP = (
    '<svg class="defs" width="0" height="0" aria-hidden="true"><defs><marker id="tip" viewBox="0 0 6 6"'
    ' refX="4" refY="3" markerWidth="5" markerHeight="5" orient="auto">'
    '<path d="M0 0 6 3 0 6Z"/></marker></defs></svg>'
)


class Corrections(SphinxDirective):
    """Draw the corrections that the rule makes on the modified OR problem."""

    def run(self):
        """Return the pictures as a list, in the order of the corrections."""
        X, t = data.modified_or()
        steps = pictures(X, t, perceptron.online(X, t))
        items = (
            f"<li>{svg}<p><b>{k}.</b> {words}</p></li>" for k, (svg, words) in enumerate(steps, 1)
        )
        html = f'{TIP}<ol class="corrections">{"".join(items)}</ol>'
        return [nodes.raw("", html, format="html")]


def setup(app):
    """Add the directive."""
    app.add_directive("corrections", Corrections)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

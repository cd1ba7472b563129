"""Draw the picture of the front page, book/front.svg, from a run of the rule on a small cloud."""

from pathlib import Path

from perceptrons import data, perceptron, plots

FILE = Path(__file__).resolve().parents[1] / "book" / "front.svg"


def picture() -> plots.Picture:
    """Return the cloud, the lines that the rule tried, and the line that it found."""
    X, t = data.cloud(40, 2, margin=0.08, seed=7)
    run = perceptron.online(X, t)
    fig, ax = plots.figure(figsize=(5.2, 4.6))
    plots.plane(ax, -1.1, 1.1)
    tried = [w for w in run.weights[1:-1] if w[1:].any()]
    for w in tried:
        line = ax.axline(-w[0] * w[1:] / (w[1:] @ w[1:]), slope=-w[1] / w[2])
        line.set(color=plots.GREY, alpha=0.35, linewidth=1)
    plots.patterns(ax, X, t, markersize=7)
    plots.boundary(ax, run.w, normal=True, linewidth=3)
    plots.say(ax, f"{len(tried)} thin grey lines were tried before; every mistake turned the line.")
    plots.legend(ax)
    return fig


if __name__ == "__main__":
    FILE.write_text(picture().svg(), encoding="utf8")
    print(picture().alt)

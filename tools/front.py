"""Draw the picture of the front page: how the rule finds a line, one correction after the other.

    python tools/front.py

It writes book/_data/corrections.svg; a test compares it with what is drawn.
"""

from pathlib import Path

from perceptrons import data, figures, perceptron, plots

FILE = Path(__file__).resolve().parents[1] / "book" / "_data" / "corrections.svg"
NUMBERS = "none", "one", "two", "three", "four"


def corrections() -> plots.Picture:
    """Return a panel an update, titled by the number of patterns that are wrong after it."""
    X, t = data.modified_or()
    run = perceptron.online(X, t)
    fig, axes = plots.figure(1, run.updates, figsize=(7.4, 2.7))
    figures.ch02.progress(axes, run)
    for k, ax in enumerate(axes, start=1):
        wrong = NUMBERS[sum(run.Z @ run.weights[k] <= 0)]
        ax.set(xlabel="", ylabel="", xticks=[], yticks=[])
        ax.set_title(f"{wrong} wrong", fontsize=16)  # readable where a phone halves it
        plots.say(ax, f"After update {k}: {wrong} wrong.")
    return fig


if __name__ == "__main__":
    FILE.write_text(corrections().svg(), encoding="utf8")

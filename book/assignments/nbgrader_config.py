"""How nbgrader releases and grades the assignments: run its commands in this folder."""

from pathlib import Path

c = get_config()
c.CourseDirectory.course_id = "perceptrons"
c.CourseDirectory.root = str(Path(__file__).resolve().parent)

# What a student finds in place of an answer.
c.ClearSolutions.code_stub = {"python": "# YOUR CODE HERE\nraise NotImplementedError()"}

# A loop without end is stopped after 60 s; less gives false zeros on a busy machine.
c.Execute.timeout = 60
c.Execute.extra_arguments = [
    "--HistoryManager.hist_file=:memory:",
    "--InteractiveShell.xmode=Minimal",
]
# A warning that a correct answer causes must not cost its points.
c.IgnorePattern.enabled = True
c.IgnorePattern.pattern = r"Warning"

# Feedback shows the messages of the hidden checks, never their code.
c.GenerateFeedback.preprocessors = [
    "nbgrader.preprocessors.GetGrades",
    "nbgrader.preprocessors.ClearHiddenTests",
    "nbconvert.preprocessors.CSSHTMLHeaderPreprocessor",
]

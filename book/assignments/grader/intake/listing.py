"""Say what was handed in: by whom, which file counts, what is left out, who is late or missing."""

from grader import reports
from grader.intake import collect, roster
from grader.people import WHOLE, several, shown


def find(course, assignment, place, chosen=(), roster_file=None):
    """Return the submissions in a place, and print what is to be known about all of them.

    Paths in `chosen` are kept for later runs. A roster gives names, and tells who is late or missing. It
    is remembered; from another assignment, only the names are.
    """
    others = [path.name for path in (course / "release").glob("*/") if path.name != assignment]
    if roster_file:
        before = ()
        roster_file = roster.remember(course, assignment, roster_file)
    else:
        before = reports.read(course, assignment)
        roster_file = roster.remembered(course, assignment)
    listed = roster.read(roster_file) if roster_file else None
    if listed and roster_file.parent.name != assignment:
        listed = listed._replace(late={})
    names = listed.names if listed else {}
    if listed and listed.note:
        print(f"{roster_file.name}: {listed.note}.")
    found, left_out = collect.collect(
        place,
        assignment,
        others=others,
        chosen=chosen,
        remembered=reports.chosen(course, assignment),
        known=reports.names(course) | names,
    )
    new = {made.file: made.passed_over for made in found if made.file in chosen}
    if new:
        reports.keep_chosen(course, assignment, new)
    for submission in found:
        submission.shown = names.get(submission.student, submission.shown)
        if listed:
            submission.late = submission.late or listed.late.get(submission.student, "")
            if submission.student not in names:
                submission.flags.append(f"not in {roster_file.name}")
    for reason in sorted({reason for _, reason in left_out}):
        paths = [shown(path, WHOLE) for path, why in left_out if why == reason]
        print(f"Left out, {reason}: {several(paths, 6)}")
    if gone := names.keys() - {submission.student for submission in found} - {*before}:
        print(f"In {roster_file.name}, but not here: {several(names[who] for who in gone)}")
    if any("which one counts?" in " ".join([made.problem, *made.flags]) for made in found):
        print("Which notebook counts, --choose PATH says, once for each student: it is remembered.")
    return found


def line(submission):
    """Return a submission in one line."""
    problem = f"PROBLEM: {submission.problem}" if submission.problem else ""
    said = problem or shown(submission.file, WHOLE)
    words = [f"{submission.shown:<24} {submission.student:<16} {said}", submission.late]
    words += [f"LOOK: {'; '.join(submission.flags)}"] if submission.flags else []
    return shown("  ".join(filter(None, words)), most=4000)

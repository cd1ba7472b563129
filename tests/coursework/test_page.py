"""The page Coursework, and the built site."""

import csv
import importlib
import json
import re
import shlex
import zipfile

from handed_in import WHY_NOT
from harness import NAME, RELEASE, ROOT, SOURCE, answered, grade, named, right, secrets
from nbformat.v4 import new_code_cell
from test_attacks import ATTACKS
from test_sandbox import FORBIDDEN

from browser import SITE
from grader.__main__ import main, parser
from grader.coursework import COURSE, about, error, is_check, load, name, points
from grader.intake.collect import Submission
from grader.run import execution, grading, limits

PAGE = (COURSE / "index.md").read_text("utf-8")


def blocks(kind):
    """Return the lines of all code blocks of a kind on the page."""
    found = re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return [line for block in found for line in block.replace("\\\n ", "").splitlines()]


def rows(title):
    """Return the rows of the table whose head begins so."""
    lines = PAGE[PAGE.index(f"| {title} |") :].split("\n\n")[0].splitlines()
    return [line.strip("| ").split(" | ") for line in lines[2:]]


def test_the_table_of_assignments_is_right():
    listed = re.findall(
        r"^\| \[(\d+)\. (.+)\]\(release/(\w+)/\w+\.ipynb\) \| (.+) \|$", PAGE, re.MULTILINE
    )
    assert [row[2] for row in listed] == sorted(
        (p.name for p in (COURSE / "release").iterdir()),
        key=lambda name: int(name[1:].split("_")[0]),
    )
    for number, title, which, rest in listed:
        text = "\n".join(c.source for c in load("release", which).cells)
        chapter, hours, code, words, questions = rest.split(" | ")
        assert f"# Assignment {number}: {title[0].lower()}{title[1:]}".lower() in text.lower()
        assert re.search(rf"\*\*You need\*\* chapters? {chapter}\b", text), which
        assert (
            f"and {hours} hours. There are {int(code) + int(words)} points: {code} by checks"
            in text
        )
        assert len(re.findall(r"^## Question", text, re.MULTILINE)) == int(questions)
        given = [about(c) for c in load("source", which).cells if about(c).get("grade")]
        assert sum(known["points"] for known in given) == int(code) + int(words)


def test_the_built_site_holds_no_secret(pages):
    """Look into every file of the site, page sources, search index and archive too."""
    lines = {
        line for p in (COURSE / "source").iterdir() for line in secrets(load("source", p.name))
    }
    # What a chapter or a release says too is no secret.
    public = [*(COURSE / "release").rglob("*.ipynb"), *COURSE.parent.glob("*.ipynb")]
    public += (ROOT / "lib").rglob("*.py")
    said = "\n".join(p.read_text("utf-8").replace('\\"', '"') for p in public)
    lines = {line for line in lines if len(line) > 30 and line not in said}
    assert len(lines) > 200
    texts = {}
    for path in SITE.rglob("*"):
        if path.suffix in {".html", ".js", ".json", ".md", ".ipynb", ".txt", ".py", ".inv"}:
            texts[path] = path.read_text("utf-8", errors="replace")
        elif path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                for name in archive.namelist():
                    assert "assignments/source" not in name
                    texts[path / name] = archive.read(name).decode("utf-8", errors="replace")
    for path, text in texts.items():
        plain = re.sub(r"<[^>]+>", "", text) if path.suffix == ".html" else text.replace('\\"', '"')
        plain = (
            plain.replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&#39;", "'")
            .replace("&quot;", '"')
        )
        assert [line for line in lines if line in plain] == [], path
        assert not re.search(r"### (BEGIN|END) (SOLUTION|HIDDEN)", plain), path


# A teacher's afternoon

MOODLE = "{}_assignsubmission_file_/{}"
CLASS = "Ada Bright_101, Jörg Müller_102, Mary Roe_103, Paul Novak_104, Lena Berg_105, Tom Hill_106"
CLASS = [*CLASS.split(", "), "Max Sly_107", "Ines Costa_108"]
WRONG = {
    "Jörg": "q3_on_the_line q3_every_rule q4_with_a_bias q4_side",
    "Lena": "q2_example q2_both_sides",
}
WRONG["Mary"] = " ".join(points(SOURCE))
WRONG["Max"] = " ".join(check for check in points(SOURCE) if not check.startswith("q4"))


def work(who):
    """Return the bytes of a notebook that misses a student's checks."""
    notebook = right(q5="YOUR ANSWER HERE" if who == "Mary" else f"My answer is {who}'s.")
    missed = "\n".join(f"x = 1  # misses {check}" for check in WRONG.get(who, "").split())
    notebook.cells.append(new_code_cell(missed))
    if who == "Paul":
        notebook.cells = [c for c in notebook.cells if not name(c).startswith("q2_")]
    return json.dumps(notebook).encode()[: 9000 if who == "Tom" else None]


def hand_in(folder):
    """Write what a class handed in, and the list of the class."""
    with zipfile.ZipFile(folder / "a1.zip", "w") as archive:
        for who in CLASS[:-1]:
            archive.writestr(MOODLE.format(who, f"{NAME}.ipynb"), work(who.split()[0]))
        archive.writestr(MOODLE.format("Lena Berg_105", f"{NAME} (final).ipynb"), work("Ada"))
    mine = right(q2="def reflekt(X, t):\n    return X", q5="The order is what differs there.")
    (folder / f"{NAME}.ipynb").write_text(json.dumps(mine), "utf-8")
    (folder / "again").mkdir()
    (folder / "again" / "Tom Hill.ipynb").write_bytes(work("Ada"))
    lines = [["Identifier", "Full name", "Status", "Grade", "Maximum Grade"]]
    for who in CLASS:
        person, number = who.split("_")
        status = "Submitted for grading" + " - 2 days 3 hours late" * (person == "Paul Novak")
        lines.append([f"Participant {number}", person, status, "", "100.00"])
    with (folder / "worksheet.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(lines)


def masked(line):
    """Return a line without times and order, which differ from run to run."""
    return re.sub(r"\d+/(?=\d+  )|\d+(\.\d)? s\b", "N", line).strip()


def test_the_screens_are_what_the_commands_show(course, tmp_path, capsys):
    hand_in(tmp_path)
    said = []
    for command in blocks("sh"):
        words = shlex.split(command)
        if words[:3] != ["python", "-m", "grader"]:
            continue
        if words[3:5] == ["marks", "read"]:
            rows = ["question,student,mark,comment"]
            rows += [f"q5,{number},2,Why?" for number in (101, 102, 104, 105, 106, 107)]
            course.marks_file().write_text("\n".join(rows), "utf-8")
        here = [str(tmp_path / w) if (tmp_path / w).exists() else w for w in words[3:]]
        if words[3] == "check":  # with a run, in which the student's own code is the question
            assert main(here) == 1
            said += capsys.readouterr().out.splitlines()
            continue
        code, shown, _ = course.command(*here)
        said += f"{shown}\n{code}".splitlines()
    said = [masked(line.replace(f"{tmp_path}/", "")) for line in said]
    screens = [
        line for line in blocks("text") if not re.search(r"bwrap|abi|userns|^}|✓|✗|^Q", line)
    ]
    assert len(screens) > 30
    for line in map(masked, screens):
        pattern = re.escape(line).replace("…", ".*")
        if not line.startswith("with on_line"):
            assert any(re.fullmatch(pattern, shown) for shown in said), line


def test_the_feedback_shown_is_what_a_check_says():
    wrong = right(q3="def decide(g, on_line=0):\n    return np.sign(g)")
    said = grade(wrong)["q3_on_the_line"]
    assert said.removeprefix("AssertionError: ") in [line.strip() for line in blocks("text")]
    for line in blocks("text"):
        if match := re.match(r"  ✓ (.+?)  ", line):
            assert f": {match[1]} (" in named(SOURCE, "q3_off_the_line").source


def test_every_command_and_option_exists():
    commands = [line for line in blocks("sh") if line.startswith("python -m grader")]
    commands += re.findall(r"`(python -m grader [^`]+)`", PAGE)
    assert len(commands) > 9
    for command in commands:
        if command != "python -m grader formgrader":
            parser().parse_args(shlex.split(command)[3:])
    known = " ".join(
        each.format_help() for each in parser()._subparsers._group_actions[0].choices.values()
    )
    for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", PAGE):
        assert re.search(rf"(?<![\w-]){option}\b", known), option


# What the grader says: of each row of the page words of the sign, and a test that sees it.
CAUSE = "lossless.test_every_lost_point_has_a_cause_and_what_may_be_an_accident_a_look"
KIND = "lossless.test_each_kind_of_accident_is_known_from_a_wrong_answer"
SIGNS = {
    " ended": CAUSE,
    "no cell sets ": CAUSE,
    "(raised by your code": CAUSE,
    "graded with Python ": CAUSE,
    "the line with raise still stands above the answer": CAUSE,
    "stopped after ": KIND,
    " cannot be checked: ": KIND,
    "its process ended: ": "execution.test_a_cell_that_kills_the_process_is_left_out_when_the_others_run_again",
    "no answer in time": "execution.test_a_function_that_hears_nothing_is_not_waited_for_and_the_others_count",
    "the time for a submission was used up": "execution.test_where_the_time_is_used_up_nothing_counts",
    "repaired: ": "rebuild.test_edited_and_deleted_checks_come_back",
    "completed by a cell further down": "rebuild.test_what_is_missing_in_an_answer_is_taken_from_a_cell_further_down",
    "found in another place: is it the answer?": "rebuild.test_an_answer_in_words_is_seen_wherever_it_was_typed",
    ": wrong notebook?": "lossless.test_a_notebook_of_another_assignment_is_told",
    " invisible characters, now left out": "sanitize.test_what_nobody_sees_is_left_out_of_words_and_told",
    "which one counts?": "collect.test_a_notebook_with_the_name_of_another_assignment_is_named",
    "PROBLEM: ": "rebuild.test_what_is_no_notebook_is_refused_in_words",
    "the file has the conflict marks of Git ": "rebuild.test_what_is_no_notebook_is_refused_in_words",
    "its report cannot be kept: ": "gradebook.test_reports_that_cannot_be_written_are_told_and_graded_again",
    "not in ": "collect.test_a_roster_gives_names_and_tells_who_is_missing",
    "the file is not named as those of the others": "collect.test_a_file_of_another_form_than_the_others_needs_a_look",
    " was changed after it was marked": "gradebook.test_a_mark_stays_until_its_answer_changes",
    "the gradebook still has the points of an earlier hand-in": "gradebook.test_a_score_clears_the_problem_of_the_hand_in_before",
    "Graded with other points than now": "gradebook.test_who_was_graded_with_other_points_is_listed",
}


def test_each_sign_on_its_page_is_the_graders_and_has_its_test():
    code = "".join(path.read_text("utf-8") for path in (COURSE / "grader").rglob("*.py"))
    page = (COURSE / "signs.md").read_text("utf-8")
    signs = re.findall(r"^\| (`.+?) \| ", page, re.MULTILINE)
    for sign, (words, test) in zip(signs, SIGNS.items(), strict=True):
        assert words in sign
        assert words in code, words
        module, _, function = test.partition(".")
        assert hasattr(importlib.import_module(f"test_{module}"), function), test


def test_the_limits_are_those_of_the_grader():
    values = dict(cells[:2] for cells in rows("Limit"))
    each, whole, memory, sockets, processes, files = values.values()
    assert sockets == str(limits.LIMITS["sockets"])
    assert each.startswith(f"{execution.CELL} s of processor time")
    assert each.endswith(f"{execution.WAIT} s by the clock")
    assert whole.startswith(f"{execution.SUBMISSION} s by the clock")
    assert memory == f"{limits.LIMITS['memory'] >> 30} GB"
    assert processes == str(limits.LIMITS["processes"])
    megabytes, entries = limits.LIMITS["space"] >> 20, limits.LIMITS["entries"]
    assert files == f"{megabytes} MB, and {entries:,} of them"


# What cheating earns: for each row of the table the tests that it is so.
ROWS = {
    "checks edited": ["test_rebuild.test_edited_and_deleted_checks_come_back"],
    "a score printed": ["boasts"],
    "NumPy": ["patched", "swallowed", "renames"],
    "objects": ["equal to everything"],
    "a search": ["looks into frames", "test_feedback.test_no_line_of_a_check_is_shown"],
    "the numbers": ["test_feedback.test_what_cells_print_is_not_on_a_page"],
    "forged": [
        "forges replies",
        "test_rpc.test_a_forged_reply_is_an_answer_or_an_error_and_nothing_else",
    ],
    "arrays": ["changes what it is given", "returns what it is given"],
    "the process": ["kills", "kills everything", "stalls"],
    "functions that": ["test_assignments.test_a_slip_costs_its_own_points_and_earns_none"],
    "a function": ["test_page.test_who_knows_the_visible_numbers_alone_earns_the_visible_checks"],
    "right answers": ["test_unearned.test_right_answers_to_other_cases_earn_nothing"],
    "one number": ["test_unearned.test_constants_earn_nothing"],
    "the book's library": ["test_page.test_the_library_is_not_there"],
    "a write": ["see the course", "test_sandbox.test_it_reads_the_files_it_is_given_and_no_other"],
    "the network": ["call the network"],
    "all memory": [
        "test_sandbox.test_memory_is_limited_in_one_process_and_in_all_of_them_together",
        "test_sandbox.test_sockets_are_few_in_all_processes_together",
        "test_sandbox.test_a_fork_bomb_ends_at_the_number_of_processes",
        "test_sandbox.test_the_folder_is_limited_in_size_and_in_the_number_of_its_files",
    ],
    "a script": [
        "test_sanitize.test_of_outputs_only_text_and_pictures_are_kept",
        "test_formgrader.test_the_page_of_an_attack_acts_no_more_than_an_honest_one",
    ],
    "a formula": ["test_gradebook.test_answers_go_into_the_spreadsheet_without_formulas"],
    "a file": ["test_collect.test_what_a_student_calls_a_file_makes_it_nobody_elses"],
    "a link": ["test_collect.test_links_are_not_followed"],
    "an answer": ["test_page.test_a_copied_answer_earns_full_marks_without_a_sign"],
}


def test_each_row_on_cheating_has_its_tests():
    attempts = [cells[0] for cells in rows("Attempt")]
    assert len(attempts) == len(ROWS)
    for attempt, (start, tests) in zip(attempts, ROWS.items(), strict=True):
        assert attempt.startswith(start)
        for test in tests:
            module, _, function = test.rpartition(".")
            found = module and hasattr(importlib.import_module(module), function)
            assert found or test in ATTACKS or test in FORBIDDEN, test


def test_who_knows_the_visible_numbers_alone_earns_the_visible_checks():
    known = "def distance(w, x):\n    known = {(0, 3): 5, (-10, 3): 4, (1, 6): 10, (1, -5): 9}\n"
    known += "    known |= {(-1, 6): -10, (-1, -5): -9}\n    return known.get((w[0], x[0]), 1)"
    lost = {check for check, said in grade(answered(SOURCE, {"q4": known})).items() if said}
    assert lost == {"q4_side"}
    hidden = {name(c) for c in SOURCE.cells if is_check(c) and "BEGIN HIDDEN" in c.source}
    assert "q4_side" in hidden


def test_a_copied_answer_earns_full_marks_without_a_sign():
    data = json.dumps(right()).encode()
    limits = {"sandboxed": not WHY_NOT}
    for student in ("ann", "bob"):
        _, report = grading.grade(Submission(student, student, data=data), RELEASE, SOURCE, limits)
        assert (report["score"], report["flags"], report["repairs"]) == (17, [], [])


def test_the_library_is_not_there():
    notebook = right()
    notebook.cells.append(new_code_cell("import perceptrons"))
    execution.execute(notebook, SOURCE, sandboxed=not WHY_NOT)
    assert error(notebook.cells[-1]).startswith("ModuleNotFoundError")

"""Late work: what each day costs, and who was given more time. Without a rule nothing is taken off.

The rule is a percentage of the points possible for each day that has begun, after the days granted.
"""

import json
import re

from grader import reports
from grader.spreadsheet import number

IN_DAYS = {"year": 365, "week": 7, "day": 1}


def file(course, assignment):
    """Return the path of an assignment's rule."""
    return course / "marks" / f"{assignment}.late.json"


def rule(course, assignment):
    """Return the percentage for a day, and the days and the reason by student."""
    here = file(course, assignment)
    kept = json.loads(here.read_text("utf-8")) if here.is_file() else {}
    return {"percent": 0, "extensions": {}} | kept


def keep(course, assignment, percent=None, extensions=()):
    """Change the percentage, or the extensions as (student, days, reason); return the rule."""
    now = rule(course, assignment)
    if percent is not None:
        if not 0 <= percent <= 100:
            raise ValueError(f"percent is {percent:g}: it should be 0 to 100")
        now["percent"] = percent
    for student, days, reason in extensions:
        if days < 0 or not reason.strip():
            raise ValueError(f"an extension needs 0 days or more, and a reason; it is {days}")
        now["extensions"][student] = [days, reason.strip()]
    text = json.dumps(now, indent=1, ensure_ascii=False)
    reports.replace(file(course, assignment), text)
    return now


def begun(said):
    """Return how many days late some work is, the last one begun, or None where that is not said.

    >>> begun("LATE (2 days 3 hours)"), begun("LATE (45 mins)"), begun("LATE"), begun("")
    (3, 1, None, 0)
    """
    if not said:
        return 0
    parts = {unit: int(count) for count, unit in re.findall(r"(\d+) ([a-z]+?)s?\b", said)}
    whole = sum(IN_DAYS[unit] * count for unit, count in parts.items() if unit in IN_DAYS)
    rest = any(count for unit, count in parts.items() if unit not in IN_DAYS)
    return whole + rest if parts else None


def off(now, student, said, points, most):
    """Return the points to take off, and why in words; empty words if there is nothing to say."""
    days, (granted, reason) = begun(said), now["extensions"].get(student, (0, ""))
    more = f", {granted:g} days granted: {reason}" if granted else ""
    if not said or not (now["percent"] or granted):
        return 0, ""
    if days is None:
        return 0, f"late, but not known by how much{more}; nothing taken off"
    counted = max(0, days - granted)
    taken = min(points, counted * now["percent"] * most / 100)
    words = f"{days} {'day' if days == 1 else 'days'} late{more}; "
    return taken, words + (f"{number(taken)} points off" if taken else "nothing taken off")


def reduced(book, scores, late):
    """Return the scores with what late work costs taken off, and the words by student."""
    now, made, words = rule(book.course, book.assignment), dict(scores), {}
    for student, (points, most, waiting) in scores.items():
        taken, said = off(now, student, late.get(student) or "", points, most)
        made[student] = points - taken, most, waiting
        if said:
            words[student] = said
    return made, words

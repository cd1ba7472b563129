"""Of a stylesheet, the rules that some page can use: a fifth of what the themes bring along."""

import re

import tinycss2

WORD = r"[A-Za-z][\w-]*"
COMPOSED = {"bs-tooltip-auto"}  # the only class that a script puts together from parts


def words_of(page):
    """Return the words that can be a class: those of each class attribute and each script."""
    attributes = re.findall(r'\sclass="([^"]*)"', page)
    scripts = re.findall(r"<script\b[^>]*>(.*?)</script>", page, flags=re.DOTALL)
    return set(" ".join(attributes).split()) | set(re.findall(WORD, " ".join(scripts)))


def can_match(selector, words):
    """Tell whether each class that a selector asks for is among the words."""
    asked = re.sub(r":(is|where|not|has)\([^)]*\)", "", selector)
    return all(name.replace("\\", "") in words for name in re.findall(r"\.((?:[\w-]|\\.)+)", asked))


def keep_usable(css, words):
    """Return a stylesheet without the selectors that ask for a class that no page has."""
    return _keep(tinycss2.parse_stylesheet(css, skip_whitespace=True), words | COMPOSED)


def _keep(rules, words):
    kept = []
    for rule in rules:
        if rule.type == "qualified-rule":
            selectors = re.split(r",(?![^(]*\))", tinycss2.serialize(rule.prelude))
            head = ",".join(one.strip() for one in selectors if can_match(one, words))
            text = tinycss2.serialize(rule.content).strip() if head else ""
        elif getattr(rule, "lower_at_keyword", "") in {"media", "supports"}:
            head = f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude).rstrip()}"
            text = _keep(tinycss2.parse_rule_list(rule.content, skip_whitespace=True), words)
        else:  # a font, keyframes, a licence
            kept.append(rule.serialize())
            continue
        if text:
            kept.append(f"{head}{{{text}}}")
    return "\n".join(kept)

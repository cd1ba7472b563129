"""What a reader does with the explorable of a page, and what it then shows."""

HERE = "document.querySelector('.explorable')"


def state(tab):
    """Return its state, from which it draws everything."""
    return tab.evaluate(f"{HERE}.state")


def said(tab):
    """Return what a screen reader is told."""
    return tab.get_by_role("status").inner_text()


def cells(tab):
    """Return the table as it stands on the page."""
    rows = tab.locator(".explorable .table tbody tr").all()
    return [row.locator("td").all_inner_texts() for row in rows]


def heads(tab):
    """Return the headings of the table."""
    return tab.locator(".explorable .table th").all_inner_texts()


def captions(tab):
    """Return what stands below the pictures."""
    return tab.locator(".explorable figcaption").all_inner_texts()


def press(tab, *names):
    """Press buttons, one after the other."""
    for name in names:
        tab.get_by_role("button", name=name).click()


def choose(tab, box, option=None, **which):
    """Choose one of several options."""
    tab.get_by_role("combobox", name=box).select_option(option, **which)


def keys(tab, slider, pressed):
    """Move the focus to what can be dragged, and press keys, such as "Left Left Enter"."""
    tab.get_by_role("slider", name=slider).focus()
    more(tab, pressed)


def more(tab, pressed):
    """Press keys where the focus is."""
    for key in pressed.split():
        tab.keyboard.press(f"Arrow{key}" if key in ("Left", "Right", "Up", "Down") else key)


def drag(tab, *places):
    """Drag what is at the first place of the screen along the others; then the mouse goes on without it."""
    tab.mouse.move(*places[0])
    tab.mouse.down()
    for place in places[1:]:
        tab.mouse.move(*place)
    tab.mouse.up()
    tab.mouse.move(*places[0])


def touch(tab, *places):
    """Put a finger down, move it along some places, and lift it."""
    session = tab.context.new_cdp_session(tab)

    def send(kind, *points):
        fingers = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": fingers})

    send("Start", places[0])
    for place in places[1:]:
        send("Move", place)
    send("End")

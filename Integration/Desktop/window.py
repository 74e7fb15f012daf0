"""Uses the to-do list by the roles and names of its widgets, and with the keyboard and the mouse."""
import json
import os
import re
import subprocess
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

program, scratch = sys.argv[1], sys.argv[2]
pictures = sys.argv[3] if len(sys.argv) > 3 else None
saved, session = (os.path.join(scratch, name) for name in ("list.json", "session"))
Atspi.init()


class Failure(Exception):
    pass


def children(node):
    return [child for child in (node.get_child_at_index(i) for i in range(node.get_child_count())) if child]


def walk(node):
    yield node
    for child in children(node):
        yield from walk(child)


def until(description, condition, limit=60.0):
    """Asks again and again until the condition gives something true."""
    end = time.monotonic() + limit
    while True:
        try:
            if result := condition():
                return result
        except GLib.Error:
            pass  # The widget was removed in the meantime.
        if time.monotonic() > end:
            raise Failure(f"not within {limit} s: {description}")
        time.sleep(0.01)


class Todo:
    """A run of the program."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([program, *arguments])
        until("a window", lambda: self.windows())

    def application(self):
        for node in children(Atspi.get_desktop(0)):
            if node.get_process_id() == self.process.pid:
                return node

    def windows(self):
        application = self.application()
        return children(application) if application else []

    def find(self, role, name=None, window=0):
        for node in walk(self.windows()[window]):
            if role in (None, node.get_role_name()) and (name is None or node.get_name() == name):
                states = node.get_state_set()
                if states.contains(Atspi.StateType.VISIBLE):
                    return node

    def label(self, text, window=0):
        return until(f"label {text!r}", lambda: self.find("label", text, window))

    def press(self, name, role="push button", window=0):
        until(f"press {name!r}", lambda: (
            (node := self.find(role, name, window)) and node.do_action(0)))

    def rows(self, window=0):
        names = [node.get_name() for node in walk(self.windows()[window]) if node.get_role_name() == "check box"]
        return [name.removeprefix("Done: ") for name in names if name.startswith("Done: ")]

    def shows(self, *texts, window=0):
        until(f"rows {texts}", lambda: self.rows(window) == list(texts))

    def text(self, name):
        """What stands in a field."""
        node = self.find("text", name) or self.find("entry", name)
        return Atspi.Text.get_text(node, 0, Atspi.Text.get_character_count(node))

    def place(self, name, role=None):
        """The middle of a widget on the screen, where the first window is in the corner."""
        # GTK's coordinates start at the window's frame, which is surrounded by a shadow.
        frame = self.windows()[0].get_extents(Atspi.CoordType.WINDOW)
        shadow = (window_width() - frame.width) // 2
        box = until(f"place of {name!r}", lambda: (
            (node := self.find(role, name)) and node.get_extents(Atspi.CoordType.WINDOW)))
        return shadow + box.x + box.width // 2, shadow + box.y + box.height // 2

    def click(self, name, role=None):
        click(*self.place(name, role))

    def end(self, status=0):
        code = self.process.wait(10)
        if code != status:
            raise Failure(f"it ended with {code} instead of {status}")


def xdotool(*arguments):
    subprocess.run(["xdotool", *map(str, arguments)], check=True)


def keys(*names):
    xdotool("key", "--delay", 20, *names)


def type_text(text, delay=5):
    xdotool("type", "--delay", delay, text)


def focus(name="^Todo$"):
    window = subprocess.run(["xdotool", "search", "--name", name], capture_output=True, text=True).stdout.split()[-1]
    xdotool("windowfocus", "--sync", window)
    return window


def window_width():
    shown = ["xdotool", "search", "--name", "^Todo$", "getwindowgeometry", "--shell"]
    shell = subprocess.run(shown, capture_output=True, text=True).stdout
    return int(next(line for line in shell.splitlines() if line.startswith("WIDTH=")).removeprefix("WIDTH="))


def click(x, y):
    xdotool("mousemove", x, y, "mousedown", 1)
    time.sleep(0.04)
    xdotool("mouseup", 1)


def drag(start, end):
    xdotool("mousemove", *start, "mousedown", 1)
    for step in range(1, 21):
        xdotool("mousemove", *(a + (b - a) * step // 20 for a, b in zip(start, end)))
        time.sleep(0.01)
    time.sleep(0.2)
    xdotool("mouseup", 1)


def picture(name, window):
    if pictures:
        subprocess.run(["import", "-window", window, os.path.join(pictures, f"{name}.png")], check=True)


def brightness(window):
    """Of the window's middle, from 0 to 1."""
    command = ["import", "-window", window, "-gravity", "center", "-crop", "300x100+0+60", "-format", "%[fx:mean]", "info:"]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def items():
    with open(saved) as file:
        return json.load(file)["state"]["items"]


def is_saved(description, condition):
    until(f"saved: {description}", lambda: os.path.exists(saved) and condition(items()))


def step(text):
    print(f"{time.monotonic() - start:5.1f} s  {text}", flush=True)


def use_everything():
    todo = Todo("--file", saved, "--record", session)
    todo.label("3 open of 3")
    todo.shows("Buy milk", "Write the report", "Call Ada")
    window = focus()

    step("an item is added by the keyboard")
    keys("ctrl+n")
    type_text("Sleep")
    keys("Return")
    todo.shows("Buy milk", "Write the report", "Call Ada", "Sleep")
    is_saved("Sleep", lambda items: items[-1]["text"] == "Sleep")

    step("an item is done, undone and done again")
    todo.click("Done: Buy milk")
    todo.label("3 open of 4")
    todo.press("Undo")
    todo.label("4 open of 4")
    todo.press("Redo")
    todo.label("3 open of 4")

    step("filters")
    todo.press("Done")
    todo.shows("Buy milk")
    todo.press("Open")
    todo.shows("Write the report", "Call Ada", "Sleep")
    todo.press("All")
    todo.label("3 open of 4")

    step("a search while typing, in which no letter is lost")
    keys("ctrl+f")
    type_text("repott")
    keys("Left", "BackSpace", "r")
    todo.shows("Write the report")
    todo.label("3 open of 4, showing 1")
    keys("ctrl+a", "BackSpace")
    todo.label("3 open of 4")

    step("a text is edited in its row")
    todo.click("Text of Call Ada")
    time.sleep(0.3)  # The field has no accessible name, so there is nothing to wait for.
    keys("ctrl+a")
    type_text("Call Grace")
    keys("Return")
    todo.shows("Buy milk", "Write the report", "Call Grace", "Sleep")

    step("a search that finds nothing says so, and keeps the text of the row that it removes")
    todo.click("Text of Call Grace")
    time.sleep(0.3)
    keys("End")
    type_text("!")
    keys("ctrl+f")
    type_text("zzz")
    todo.label("No item contains “zzz”.")
    keys("ctrl+a", "BackSpace")
    todo.shows("Buy milk", "Write the report", "Call Grace!", "Sleep")
    todo.press("Undo")
    todo.shows("Buy milk", "Write the report", "Call Grace", "Sleep")

    step("a long text does not make the window wider")
    width = window_width()
    keys("ctrl+n")
    type_text("A text " * 40)
    keys("Return")
    until("five rows", lambda: len(todo.rows()) == 5)
    if window_width() != width:
        raise Failure(f"the window is {window_width()} wide instead of {width}")
    xdotool("windowsize", "--sync", window, 560, 520)
    if window_width() > 600:
        raise Failure(f"the window stays {window_width()} wide")
    picture("long", window)
    xdotool("windowsize", "--sync", window, width, 520)
    todo.press("Undo")
    todo.shows("Buy milk", "Write the report", "Call Grace", "Sleep")

    step("a note is typed in the details, in the middle too")
    todo.press("Details of Call Grace")
    todo.label("Open")
    todo.click("Note", "text")
    type_text("Ask about COBOL")
    keys(*["Left"] * len("COBOL"))
    type_text("A-0 and ")
    is_saved("the note", lambda items: items[2]["note"] == "Ask about A-0 and COBOL")
    todo.press("Undo")
    is_saved("no note", lambda items: items[2]["note"] == "")
    todo.press("Redo")
    is_saved("the note again", lambda items: items[2]["note"] == "Ask about A-0 and COBOL")

    step("rows are dragged")
    (x, y), (_, below) = todo.place("Move Buy milk"), todo.place("Move Call Grace")
    drag((x, y), (x + 100, below + 12))
    todo.shows("Write the report", "Call Grace", "Buy milk", "Sleep")
    (x, y), (_, above) = todo.place("Move Sleep"), todo.place("Move Write the report")
    drag((x, y), (x + 100, above - 12))
    todo.shows("Sleep", "Write the report", "Call Grace", "Buy milk")

    step("a row is chosen, moved and removed by the keyboard")
    todo.click("Move Sleep")
    keys("alt+Down")
    todo.shows("Write the report", "Sleep", "Call Grace", "Buy milk")
    todo.click("Move Sleep")
    keys("Delete")
    todo.shows("Write the report", "Call Grace", "Buy milk")

    step("a synchronization is tried again, cancelled, and begun again")
    todo.press("Synchronize")
    todo.label("Synchronizing, attempt 2")
    todo.press("Cancel")
    todo.label("Synchronization cancelled")
    todo.press("Synchronize")
    todo.label("Synchronized")

    step("light and dark, small and large")
    picture("desktop", window)
    light = brightness(window)
    todo.press("Dark")
    until("a dark window", lambda: brightness(window) < 0.4 < light)
    picture("desktop-dark", window)
    todo.press("Dark")
    until("a light window", lambda: brightness(window) > 0.6)
    for size in [(1000, 700), (400, 300), (640, 520)]:
        xdotool("windowsize", "--sync", window, *size)
    todo.label("2 open of 3")

    step("two windows show one list, and one of them is closed")
    keys("ctrl+shift+n")
    until("two windows", lambda: len(todo.windows()) == 2)
    todo.label("2 open of 3", window=1)
    todo.press("Open", window=1)
    todo.click("Done: Write the report")
    for number in range(2):
        until("both windows", lambda: todo.find("label", "1 open of 3, showing 1", number) or
              todo.find("label", "1 open of 3", number))
    todo.press("Close", window=1)
    until("one window", lambda: len(todo.windows()) == 1)
    todo.click("Done: Call Grace")
    todo.label("0 open of 3")

    step("the last change is saved though the program ends at once")
    focus()
    todo.click("Done: Call Grace")
    keys("ctrl+q")
    todo.end()
    texts = [(item["text"], item["isDone"]) for item in items()]
    if texts != [("Write the report", True), ("Call Grace", False), ("Buy milk", True)]:
        raise Failure(f"saved: {texts}")


def replay():
    step("all of that is in the session, and comes to the same states in another process")
    replayed = subprocess.run([program, "--replay", session], capture_output=True, text=True)
    print(replayed.stdout, flush=True)
    if replayed.returncode != 0 or not re.search("[1-9][0-9]* states compared", replayed.stdout):
        raise Failure(f"the session comes to other states: {replayed.stdout} {replayed.stderr}")


def start_again():
    step("the list is there when the program starts again, and a signal ends it")
    todo = Todo("--file", saved, "--dark")
    todo.shows("Write the report", "Call Grace", "Buy milk")
    todo.click("Done: Call Grace")
    todo.label("0 open of 3")
    todo.process.terminate()
    todo.end()
    if not all(item["isDone"] for item in items()):
        raise Failure("what was changed before the signal is not saved")

    step("a damaged file is told and kept")
    with open(saved, "w") as file:
        file.write("{damaged")
    todo = Todo("--file", saved)
    todo.label("list.json could not be read; it is kept aside when the list is saved")
    todo.click("Done: Buy milk")
    focus()
    keys("ctrl+w")
    todo.end()
    with open(f"{saved}.kept-1") as file:
        if file.read() != "{damaged":
            raise Failure("the damaged file was not kept")


def scroll():
    step("a hundred thousand rows are scrolled through")
    todo = Todo("--items", "100000")
    todo.label("100000 open of 100000")
    focus()
    todo.click("Move Item 2")
    keys("End")
    until("the last row", lambda: "Item 100000" in todo.rows())
    keys("Home")
    until("the first row", lambda: "Item 1" in todo.rows())
    todo.process.terminate()
    todo.end()


start = time.monotonic()
try:
    use_everything()
    replay()
    start_again()
    scroll()
except Failure as failure:
    subprocess.run(["import", "-window", "root", os.path.join(pictures or scratch, "failure.png")])
    print(f"{time.monotonic() - start:5.1f} s  failed: {failure}")
    sys.exit(1)
step("all is well")

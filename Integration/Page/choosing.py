"""The row of the chosen event is in view, however it was chosen, and stays there when the list changes its height."""

SIZES = [(360, 800, False), (360, 800, True), (1024, 700, False), (1024, 700, True), (1440, 900, False), (1440, 900, True)]

# The number of the chosen event if its row is entirely visible; otherwise, a description of the problem. The row of a
# burst has the number of the burst's first event.
IN_VIEW = ("(() => { const row = [...document.querySelectorAll('.row.chosen')].find(row => !row.hidden);"
           " if (!row) return 'no row is chosen';"
           " const { top, bottom } = row.getBoundingClientRect(), box = list.getBoundingClientRect();"
           " if (+row.dataset.number !== log.number(view.row(view.indexOf(selected)))) return 'another row is chosen';"
           " return top >= box.top - 1 && bottom <= box.bottom + 1 ? numberOfSelected()"
           " : `#${row.dataset.number} is at ${top} to ${bottom}, the list at ${box.top} to ${box.bottom}`; })()")
SETTLED = "panel.dataset.shows === `${tab} ${numberOfSelected()}` && !isShowing && (bars.childElementCount > 1 || !bars.clientWidth)"
# Two frames: the first draws, and the second follows what the first one moved.
FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0))))"


class Choosing:
    def __init__(self, tab, expect):
        self.tab, self.expect, self.size = tab, expect, None

    def seen(self, how, number=None):
        """Looks twice: after the next frame, and when panel and bars are there."""
        number = number or self.tab.evaluate("numberOfSelected()")
        for settled in (False, True):
            if settled:
                self.tab.wait(SETTLED)
            self.tab.evaluate(FRAMES)
            found = self.tab.evaluate(IN_VIEW)
            self.expect(f"at {self.size} the row is in view that was chosen {how}"
                        f"{', when everything is there' if settled else ''}: #{number}, {found}", found == number)

    def number_at(self, row):
        return self.tab.evaluate(f"log.number(view.row({row}))")

    def at(self, program, width, height, dark):
        self.size = f"{width}x{height}, {'dark' if dark else 'light'},"
        self.tab.call("Page.navigate", url="about:blank")
        self.tab.size(width, height, dark)
        self.as_soon_as_it_is_there(program)
        self.by_keyboard()
        self.by_click()
        self.through_a_filter()
        self.by_slider_and_cause()
        self.while_the_height_changes(width, height, dark)
        self.by_link(program)

    def as_soon_as_it_is_there(self, program):
        """In the instants between the arrival of an event and the frame that draws it."""
        self.tab.open(program.address)
        self.tab.wait("document.querySelector('#live').textContent === 'Live' && log.lastNumber === status.last && !isPulling")
        for _ in range(3):
            # The page begins to wait for the event before it can arrive.
            self.tab.evaluate(
                "window.chosen = new Promise(done => { const before = log.lastNumber, wanted = () => log.end > 60 && log.lastNumber > before;"
                " const { port1, port2 } = new MessageChannel(); port2.onmessage = () => { if (!wanted()) port1.postMessage(0);"
                " else { selectNumber(log.number(log.end - 1)); done(numberOfSelected()); } }; port1.postMessage(0); }); 0")
            program.load(1000, 1)
            number = self.tab.evaluate("chosen")
            self.seen("as soon as it was there", number)
            program.wait_for_load()
            self.tab.wait("log.lastNumber === status.last && !isPulling")
            self.seen("and then followed by others", number)
            self.tab.evaluate("followNewest()")
        # The state before the first frame: the events exist, but neither the rows nor the list's height do.
        number = self.tab.evaluate(
            "(() => { view.head = view.tail = view.matches = 0; view.seen = log.first; const number = log.number(log.first + 40);"
            " selectNumber(number); return number; })()")
        self.seen("before the first frame", number)

    def by_keyboard(self):
        self.tab.evaluate("list.focus()")
        for keys in (["Home"], ["PageDown"] * 3, ["ArrowDown"] * 30, ["ArrowUp"] * 40, ["PageUp"], ["c"], ["End"]):
            for key in keys:
                self.tab.press(key)
            self.seen(f"by {keys[0]}")

    def by_click(self):
        number = self.number_at(60)
        self.tab.evaluate(f"selectNumber({number})")
        self.tab.evaluate(FRAMES)
        for edge in ("top", "bottom"):
            # The first or last row that is partly visible.
            number, y, x = self.tab.evaluate(
                "(() => { const box = list.getBoundingClientRect(), y = '%s' === 'top' ? box.top + 3 : box.bottom - 3, x = box.left + 60;"
                " return [+document.elementFromPoint(x, y).closest('.row').dataset.number, y, x]; })()" % edge)
            for kind in ("mousePressed", "mouseReleased"):
                self.tab.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
            self.seen(f"by a click at the {edge}")
            self.tab.evaluate(f"list.scrollTop += 13; {FRAMES}")

    def through_a_filter(self):
        number = self.number_at(90)
        self.tab.evaluate(f"selectNumber({number})")
        self.seen("among all")
        self.tab.evaluate(f"$('filter-text').value = log.label(log.find({number})); refilter()")
        self.seen("while a filter was set", number)
        self.tab.evaluate("$('filter-text').value = ''; refilter()")
        self.seen("while a filter was cleared", number)
        self.tab.evaluate("$('fold').click()")
        self.seen("while bursts were unfolded", number)
        self.tab.evaluate("$('fold').click()")
        self.seen("while bursts were folded", number)

    def by_slider_and_cause(self):
        for part in (.1, .9, .5):
            self.tab.evaluate("slider.value = log.first + Math.floor(log.length * %s); slider.dispatchEvent(new Event('input'))" % part)
            self.seen("by the slider")

    def while_the_height_changes(self, width, height, dark):
        number = self.number_at(70)
        self.tab.evaluate(f"selectNumber(log.number(log.first)); requestAnimationFrame(() => selectNumber({number}))")
        self.seen("as the last row in view", number)
        self.tab.size(width, height - 250, dark)
        self.seen("before the window became lower", number)
        self.tab.size(width, height, dark)
        self.seen("before the window became higher", number)
        other = {360: 1024, 1024: 360, 1440: 700}[width]
        self.tab.size(other, height, dark)
        self.seen(f"before the window became {other} wide", number)
        self.tab.size(width, height, dark)
        self.seen(f"before the window became {width} wide again", number)
        for space in ("180px", ""):
            self.tab.evaluate(f"document.querySelector('.time').style.paddingTop = '{space}'")
            self.seen(f"before the parts below became {'higher' if space else 'lower'}", number)

    def by_link(self, program):
        number = self.number_at(50)
        self.tab.evaluate(f"selectNumber({number})")
        self.tab.wait(f"location.hash.includes('e={number}')")
        self.tab.call("Page.reload")
        self.tab.wait(f"typeof log !== 'undefined' && !isPulling && numberOfSelected() === {number}")
        self.seen("before a reload", number)
        for other in (self.number_at(120), self.number_at(5)):
            self.tab.evaluate(f"location.hash = 'e={other}&tab=difference'")
            self.tab.wait(f"numberOfSelected() === {other} && tab === 'difference'")
            self.seen("by a link in the same tab", other)
        self.tab.open(f"{program.address}&e={number}")
        self.tab.wait(f"typeof log !== 'undefined' && !isPulling && numberOfSelected() === {number}")
        self.seen("by a link", number)
        self.tab.evaluate("sessionStorage.clear()")


def check_choosing(tab, program, expect):
    choosing = Choosing(tab, expect)
    for size in SIZES:
        choosing.at(program, *size)
    tab.call("Page.navigate", url="about:blank")
    expect(f"choosing causes no exception: {tab.problems()}", not tab.problems())

"""Answers and events that come at another time than the one at which they were asked for."""

# Delays the first command in the page until `release()`; `sent` lists the commands in the order in which they are sent.
HOLD_COMMAND = ("window.theirs ??= fetch; window.sent = []; window.held = []; window.release = () => held[0]();"
                " window.fetch = async (...request) => { if (request[1]?.method !== 'POST') return theirs(...request);"
                " if (!held.length) await new Promise(go => held.push(go));"
                " sent.push(request[0].slice(5).split('?')[0]); return theirs(...request); }; 0")
# Delays the next answer to a request with this prefix until `release()`, after the program has sent it.
HOLD_ANSWER = ("window.theirs ??= fetch; window.held = []; window.release = () => { window.fetch = theirs; held[0](); };"
               " window.fetch = async (...request) => { const answer = await theirs(...request);"
               " if (request[0].slice(5).startsWith('%s') && !held.length) await new Promise(go => held.push(go)); return answer; }; 0")


class Answers:
    def __init__(self, tab, program, expect):
        self.tab, self.program, self.expect = tab, program, expect

    def show(self, name):
        self.tab.evaluate(f"choose('{name}')")
        self.tab.wait(f"panel.dataset.shows === '{name} ' + numberOfSelected() && !isShowing")

    def commands_in_their_order(self):
        number = self.tab.evaluate("log.lastNumber - 50")
        self.tab.evaluate(HOLD_COMMAND)
        self.tab.evaluate(f"window.both = [command('jump', {{ event: {number} }}), command('resume')]; 0")
        self.tab.wait("held.length === 1")
        self.tab.evaluate("release(); Promise.all(both).then(() => { window.fetch = theirs; })")
        sent = self.tab.evaluate("sent")
        self.expect(f"a command does not overtake the one before it: {sent}", sent == ["jump", "resume"])
        self.tab.wait("status.position === null && !status.paused")

    def a_wheel_before_an_answer(self):
        number = self.tab.evaluate("log.number(view.row(20))")
        self.tab.evaluate(f"selectNumber({number}); list.focus()")
        self.tab.press("j")
        self.tab.wait(f"status.position === {number}")
        self.tab.evaluate(HOLD_ANSWER % "resume")
        self.tab.press("r")
        self.tab.wait("status.position === null && held.length === 1")
        self.tab.evaluate("new Promise(done => { list.addEventListener('scroll', () => done(0), { once: true });"
                          " list.dispatchEvent(new WheelEvent('wheel')); list.scrollTop += 60; })")
        self.tab.evaluate("release(); new Promise(done => setTimeout(done, 100))")
        self.expect("a list that is scrolled before the program has answered stays there", self.tab.evaluate("!following"))

    def a_choice_before_the_event_of_the_address(self):
        chosen = self.tab.evaluate("log.number(view.row(10))")
        self.tab.evaluate(f"wanted = log.lastNumber + 5; selectNumber({chosen})")
        self.more_events()
        self.expect("an event that is chosen stays chosen when the one comes that the address names",
                    self.tab.evaluate("numberOfSelected()") == chosen)
        self.tab.evaluate("followNewest(); wanted = log.lastNumber + 5000; pull()")
        self.tab.wait("!isPulling")
        self.expect("the page does not wait for an event that the program has no more", self.tab.evaluate("wanted === 0"))

    def more_events(self):
        last = self.tab.evaluate("log.lastNumber")
        self.program.load(200, 1)
        self.program.wait_for_load()
        self.tab.wait(f"log.lastNumber > {last} && log.lastNumber === status.last && !isPulling")

    def a_click_while_the_list_moves(self):
        self.tab.evaluate("followNewest(); new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        number, x, y = self.tab.evaluate(
            "(() => { const box = list.getBoundingClientRect(), x = box.left + 60, y = box.top + box.height / 2;"
            " return [+document.elementFromPoint(x, y).closest('.row').dataset.number, x, y]; })()")
        self.tab.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
        self.more_events()
        self.tab.call("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=1)
        found = self.tab.evaluate("[following, numberOfSelected()]")
        self.expect(f"a click chooses the event that it began on, though the list has moved: #{number}, {found}", found == [False, number])

    def the_search_while_something_is_asked(self):
        number = self.tab.evaluate("log.number(view.row(15))")
        self.tab.evaluate(f"selectNumber({number})")
        self.show("action")
        self.tab.evaluate("list.focus()")
        self.tab.evaluate(HOLD_ANSWER % "event?")
        self.tab.evaluate("show(); 0")
        self.tab.wait("held.length === 1")
        self.tab.press("f")
        self.tab.evaluate("release()")
        self.tab.wait("panel.dataset.shows.startsWith('state') && !isShowing")
        self.expect("F goes to the search while something else is asked",
                    self.tab.evaluate("document.activeElement.type === 'search' && panel.contains(document.activeElement)"))
        self.tab.evaluate("list.focus()")
        self.tab.press("ArrowDown")
        self.tab.wait("panel.dataset.shows === 'state ' + numberOfSelected() && !isShowing")
        self.expect("and the focus stays in the list after that", self.tab.evaluate("document.activeElement === list"))

    def a_problem_with_a_command(self):
        self.show("action")
        self.tab.evaluate("window.asksProgram = command; command = async () => 'there is no such event'; list.focus()")
        self.tab.press("s")
        self.tab.wait("panel.querySelector('[role=alert]')")
        # Longer than the panel waits before it is redrawn.
        self.tab.evaluate("new Promise(done => setTimeout(done, 300))")
        self.tab.wait("!isShowing")
        self.expect("a problem with a command stays to be read", self.tab.evaluate("!!panel.querySelector('[role=alert]')"))
        self.tab.evaluate("command = asksProgram; 0")

    def an_answer_of_another_run(self):
        """The program is started again while an answer is on its way."""
        self.tab.evaluate(HOLD_ANSWER % "events?")
        self.program.load(200, 1)
        self.program.wait_for_load()
        self.tab.wait("held.length === 1")
        self.tab.evaluate("(() => { const theirs = receive; receive = tick => theirs({ ...tick, run: 'another' }); receive(status); release(); })()")
        self.tab.wait("log.lastNumber === status.last && !isPulling")
        self.expect("no event is missing after a program was started again", self.tab.evaluate("log.number(log.first) === status.first"))

    def stores_in_another_order(self):
        self.tab.evaluate("""(() => {
          window.asksProgram = ask; window.held = [];
          ask = (path, values) => path !== 'stores' ? asksProgram(path, values) : new Promise(answer => held.push(answer));
          window.both = [learnStores(true), learnStores(true)];
          held[1]([...stores.values(), { store: 1e6, title: 'new' }]);
        })()""")
        self.tab.evaluate("held[0]([...stores.values()].filter(store => store.store < 1e6)); Promise.all(both).then(() => 0)")
        self.expect("a late answer does not take away a store", self.tab.evaluate("stores.has(1e6)"))
        self.tab.evaluate("ask = asksProgram; learnStores(true).then(() => 0)")

    def another_dialog_before_an_answer(self):
        self.tab.evaluate(HOLD_ANSWER % "send")
        self.tab.evaluate("openSending(1); document.querySelector('#sending-send').click()")
        self.tab.wait("held.length === 1")
        self.tab.evaluate("document.querySelector('#sending').close(); openSending(2); release(); new Promise(done => setTimeout(done, 100))")
        self.expect("an answer says nothing in a dialog that was opened after it was asked for", self.tab.evaluate(
            "document.querySelector('#sending').open && document.querySelector('#sending-error').textContent === ''"))
        self.tab.evaluate("document.querySelector('#sending').close()")


def check_answers(tab, program, expect):
    tab.bring_to_front()
    tab.size(1440, 900)
    tab.open(program.address)
    tab.wait("document.querySelector('#live').textContent === 'Live' && log.lastNumber === status.last && !isPulling")
    answers = Answers(tab, program, expect)
    answers.commands_in_their_order()
    answers.a_wheel_before_an_answer()
    answers.a_choice_before_the_event_of_the_address()
    answers.a_click_while_the_list_moves()
    answers.the_search_while_something_is_asked()
    answers.a_problem_with_a_command()
    answers.stores_in_another_order()
    answers.another_dialog_before_an_answer()
    tab.forget_problems()
    answers.an_answer_of_another_run()
    expect(f"answers at other times cause no exception: {tab.problems()}", not tab.problems())
    tab.call("Page.navigate", url="about:blank")

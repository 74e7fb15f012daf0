"""What the frames of a page cost: in the time of its thread, and by the clock.

The clock says how long a person waits, and counts the other work of the machine too. The thread's own time is what the
page and the browser need for the page: script, styles, layout, painting, collected garbage. It is nearly the same on a
busy machine, so it can be held to a limit there.
"""

import time

# Tasks of a thread with their CPU time ("tdur"), and the marks that identify the page's thread.
CATEGORIES = ["toplevel", "devtools.timeline", "blink.user_timing"]
TASK, DRAWN, MARK = "ThreadControllerImpl::RunTask", "Layerize", "frames-end"

# Records long frames in real time: their milliseconds, and the milliseconds of scripts, styles, layout and painting.
WATCH = ("window.longFrames = []; window.frameWatch?.disconnect();"
         " window.frameWatch = new PerformanceObserver(list => list.getEntries().forEach(frame => {"
         " const scripts = frame.scripts.reduce((sum, script) => sum + script.duration, 0);"
         " const drawing = frame.startTime + frame.duration - frame.styleAndLayoutStart;"
         " window.longFrames.push([Math.round(frame.duration), Math.round(scripts + drawing)]); }));"
         " window.frameWatch.observe({ type: 'long-animation-frame', buffered: %s });")


def watch(tab, buffered=False):
    """Begins to note long frames by the clock; with `buffered`, those that were before too."""
    tab.evaluate(WATCH % str(buffered).lower())


def long_frames(tab):
    """Those that were noted, each as its milliseconds and those of the page in it."""
    return tab.evaluate("new Promise(done => setTimeout(() => done(window.longFrames), 150))")


class Frame:
    """The tasks of the page's thread from the end of one drawing to the end of the next."""

    def __init__(self, tasks):
        self.own = sum(task.get("tdur", 0) for task in tasks) / 1000
        self.longest_task = max(task.get("tdur", 0) for task in tasks) / 1000
        self.made_of = sorted(((name, sum(inner.get("tdur", 0) for task in tasks for inner in task["inner"]
                                          if inner["name"] == name) / 1000)
                               for name in {inner["name"] for task in tasks for inner in task["inner"]}),
                              key=lambda part: -part[1])

    def __str__(self):
        parts = ", ".join(f"{name} {part:.1f}" for name, part in self.made_of[:5])
        return f"{self.own:.1f} ms, of which {self.longest_task:.1f} in one task ({parts})"


class FrameTrace:
    """Traces the browser from here to `frames`."""

    def __init__(self, browser):
        self.browser = browser
        browser.call("Tracing.start", transferMode="ReportEvents",
                     traceConfig={"recordMode": "recordAsMuchAsPossible", "includedCategories": CATEGORIES})

    def frames(self, *tabs):
        """The frames of the threads of these tabs."""
        for tab in tabs:
            tab.evaluate(f"performance.mark('{MARK}')")
        self.browser.call("Tracing.end")
        deadline = time.monotonic() + 90
        while not any(event["method"] == "Tracing.tracingComplete" for event in self.browser.events):
            self.browser._receive(deadline)
        traced = [one for event in self.browser.events if event["method"] == "Tracing.dataCollected"
                  for one in event["params"]["value"]]
        self.browser.events[:] = [event for event in self.browser.events if not event["method"].startswith("Tracing.")]
        threads = {(one["pid"], one["tid"]) for one in traced if one["name"] == MARK}
        assert threads, "the trace has no mark of the page"
        return [frame for thread in threads for frame in frames_of(traced, thread)]


def frames_of(traced, thread):
    spans = sorted((one for one in traced if (one["pid"], one["tid"]) == thread and one["ph"] == "X"),
                   key=lambda one: (one["ts"], -one["dur"]))
    frames, tasks, end = [], [], 0
    for span in spans:
        if span["name"] == TASK and span["ts"] >= end:
            if tasks and any(inner["name"] == DRAWN for inner in tasks[-1]["inner"]):
                frames.append(Frame(tasks))
                tasks = []
            tasks.append(dict(span, inner=[]))
            end = span["ts"] + span["dur"]
        elif tasks:
            tasks[-1]["inner"].append(span)
    # The work after the last drawing would belong to the next frame.
    return frames + ([Frame(tasks)] if tasks else [])

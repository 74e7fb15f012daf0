import Testing

@testable import PureduxPersistence

/// Each state of the schedule with each message: the returned step, and the next state.
@Suite struct SavingScheduleTableTests {
  private typealias Change = @Sendable (inout SavingSchedule) -> Void

  private static let states: [(name: String, changes: [Change])] = [
    ("saved", []),
    ("waiting", [change]),
    ("retrying", [change, step, fail]),
    ("saving", [change, step]),
    ("saving, changed", [change, step, changeAgain]),
    ("flushing", [change, flush]),
    ("unattended", [change, { _ = $0.waitFailed(1) }]),
    ("gone, saved", [end]),
    ("gone, waiting", [change, end]),
    ("gone, saving", [change, step, end]),
    ("gone, last try", [change, step, end, { _ = $0.saved(false, at: .zero) }, step]),
    ("gone, given up", [end, change, step, fail]),
  ]

  private static let change: Change = { _ = $0.changed(at: .zero) }
  private static let changeAgain: Change = { _ = $0.changed(at: .seconds(1)) }
  private static let step: Change = { _ = $0.step($0.timer, at: .seconds(1)) }
  private static let flush: Change = { _ = $0.flush() }
  private static let fail: Change = { _ = $0.saved(false, at: .seconds(1)) }
  private static let end: Change = { _ = $0.end() }

  private static let messages: [(name: String, send: @Sendable (inout SavingSchedule) -> String)] = [
    ("changed", { told($0.changed(at: .milliseconds(500))) }),
    ("restoring failed", { told($0.restoringFailed(at: .zero)) }),
    ("early step", { "\($0.step($0.timer, at: .milliseconds(500)))" }),
    ("due step", { "\($0.step($0.timer, at: .seconds(10)))" }),
    ("stale step", { "\($0.step(0, at: .seconds(10)))" }),
    ("no wait", { $0.waitFailed($0.timer) ? "tell" : "-" }),
    ("stale no wait", { $0.waitFailed(0) ? "tell" : "-" }),
    ("flush", { "\($0.flush())" }),
    ("success", { told($0.saved(true, at: .seconds(10))) }),
    ("failure", { told($0.saved(false, at: .seconds(10))) }),
    ("end", { told($0.end()) }),
  ]

  private static let table = """
    saved · changed: start 1, waiting 1 since 0.5 seconds
    saved · restoring failed: start 1, retrying 1 after 1 at 1.0 seconds
    saved · early step: end, saved
    saved · due step: end, saved
    saved · stale step: end, saved
    saved · no wait: -, saved
    saved · stale no wait: -, saved
    saved · flush: done, saved
    saved · end: -, saved
    waiting · changed: -, waiting 1 since 0.0 seconds
    waiting · early step: sleep(0.5 seconds), waiting 1 since 0.0 seconds
    waiting · due step: save, saving
    waiting · stale step: end, waiting 1 since 0.0 seconds
    waiting · no wait: tell, unattended since 0.0 seconds
    waiting · stale no wait: -, waiting 1 since 0.0 seconds
    waiting · flush: save, flushing
    waiting · end: start 2, waiting 2 since 0.0 seconds
    retrying · changed: -, retrying 1 after 1 at 2.0 seconds
    retrying · early step: sleep(1.5 seconds), retrying 1 after 1 at 2.0 seconds
    retrying · due step: save, saving
    retrying · stale step: end, retrying 1 after 1 at 2.0 seconds
    retrying · no wait: tell, unattended since 1.0 seconds
    retrying · stale no wait: -, retrying 1 after 1 at 2.0 seconds
    retrying · flush: save, flushing
    retrying · end: start 2, retrying 2 after 1 at 2.0 seconds
    saving · changed: -, saving, changed
    saving · early step: end, saving
    saving · due step: end, saving
    saving · stale step: end, saving
    saving · no wait: -, saving
    saving · stale no wait: -, saving
    saving · flush: wait, saving
    saving · success: -, saved
    saving · failure: -, retrying 1 after 1 at 11.0 seconds
    saving · end: -, saving
    saving, changed · changed: -, saving, changed
    saving, changed · early step: end, saving, changed
    saving, changed · due step: end, saving, changed
    saving, changed · stale step: end, saving, changed
    saving, changed · no wait: -, saving, changed
    saving, changed · stale no wait: -, saving, changed
    saving, changed · flush: wait, saving, changed
    saving, changed · success: -, waiting 1 since 1.0 seconds
    saving, changed · failure: -, retrying 1 after 1 at 11.0 seconds
    saving, changed · end: -, saving, changed
    flushing · changed: -, flushing, changed
    flushing · early step: end, flushing
    flushing · due step: end, flushing
    flushing · stale step: end, flushing
    flushing · no wait: -, flushing
    flushing · stale no wait: -, flushing
    flushing · flush: wait, flushing
    flushing · success: -, saved
    flushing · failure: start 2, retrying 2 after 1 at 11.0 seconds
    flushing · end: -, flushing
    unattended · changed: start 2, waiting 2 since 0.0 seconds
    unattended · early step: end, unattended since 0.0 seconds
    unattended · due step: end, unattended since 0.0 seconds
    unattended · stale step: end, unattended since 0.0 seconds
    unattended · no wait: -, unattended since 0.0 seconds
    unattended · stale no wait: -, unattended since 0.0 seconds
    unattended · flush: save, flushing
    unattended · end: start 2, waiting 2 since 0.0 seconds
    gone, saved · changed: start 1, waiting 1 since 0.5 seconds
    gone, saved · restoring failed: start 1, retrying 1 after 1 at 1.0 seconds
    gone, saved · early step: end, saved
    gone, saved · due step: end, saved
    gone, saved · stale step: end, saved
    gone, saved · no wait: -, saved
    gone, saved · stale no wait: -, saved
    gone, saved · flush: done, saved
    gone, waiting · changed: -, waiting 2 since 0.0 seconds
    gone, waiting · early step: save, last try
    gone, waiting · due step: save, last try
    gone, waiting · stale step: end, waiting 2 since 0.0 seconds
    gone, waiting · no wait: tell, unattended since 0.0 seconds
    gone, waiting · stale no wait: -, waiting 2 since 0.0 seconds
    gone, waiting · flush: save, last try
    gone, saving · changed: -, saving, changed
    gone, saving · early step: end, saving
    gone, saving · due step: end, saving
    gone, saving · stale step: end, saving
    gone, saving · no wait: -, saving
    gone, saving · stale no wait: -, saving
    gone, saving · flush: wait, saving
    gone, saving · success: -, saved
    gone, saving · failure: -, retrying 1 after 1 at 11.0 seconds
    gone, last try · changed: -, last try, changed
    gone, last try · early step: end, last try
    gone, last try · due step: end, last try
    gone, last try · stale step: end, last try
    gone, last try · no wait: -, last try
    gone, last try · stale no wait: -, last try
    gone, last try · flush: wait, last try
    gone, last try · success: -, saved
    gone, last try · failure: -, unattended since 10.0 seconds
    gone, given up · changed: start 2, waiting 2 since 1.0 seconds
    gone, given up · early step: end, unattended since 1.0 seconds
    gone, given up · due step: end, unattended since 1.0 seconds
    gone, given up · stale step: end, unattended since 1.0 seconds
    gone, given up · no wait: -, unattended since 1.0 seconds
    gone, given up · stale no wait: -, unattended since 1.0 seconds
    gone, given up · flush: save, last try
    """

  private static func told(_ timer: SavingSchedule.Timer?) -> String { timer.map { "start \($0)" } ?? "-" }

  /// Whether the message is impossible in this state, so that it traps in a debug build.
  private static func traps(_ schedule: SavingSchedule, _ message: String) -> Bool {
    switch message {
    case "restoring failed": schedule.phase != .allSaved
    case "success", "failure": !schedule.isSaving
    case "end": schedule.isStoreGone
    default: false
    }
  }

  @Test func `each state handles each message as the table says`() {
    var lines: [String] = []
    for state in Self.states {
      for message in Self.messages {
        var schedule = SavingSchedule(pace: SavingPace(debounce: .seconds(1), maximumDelay: .seconds(3)))
        for change in state.changes { change(&schedule) }
        if Self.traps(schedule, message.name) { continue }
        let answer = message.send(&schedule)
        lines.append("\(state.name) · \(message.name): \(answer), \(schedule.summary)")
      }
    }
    let expected = Self.table.split(separator: "\n").map(String.init)
    #expect(lines == expected)
  }

  #if DEBUG
    @Test func `a save that ends without having begun traps in a debug build`() async {
      await #expect(processExitsWith: .failure) {
        var schedule = SavingSchedule(pace: SavingPace())
        _ = schedule.saved(true, at: .zero)
      }
    }

    @Test func `ending a store twice traps in a debug build`() async {
      await #expect(processExitsWith: .failure) {
        var schedule = SavingSchedule(pace: SavingPace())
        _ = schedule.end()
        _ = schedule.end()
      }
    }

    @Test func `a restore that fails after a save traps in a debug build`() async {
      await #expect(processExitsWith: .failure) {
        var schedule = SavingSchedule(pace: SavingPace())
        _ = schedule.changed(at: .zero)
        _ = schedule.restoringFailed(at: .zero)
      }
    }
  #endif
}

extension SavingSchedule {
  /// The timer that the phase names; if there is none, a timer that was never started.
  fileprivate var timer: Timer {
    switch phase {
    case .waiting(_, _, let timer): timer
    case .saving(let saving): saving.timer ?? 0
    case .allSaved, .unattended: 0
    }
  }

  fileprivate var summary: String {
    switch phase {
    case .allSaved: "saved"
    case .waiting(let changes, nil, let timer): "waiting \(timer) since \(changes.first)"
    case .waiting(_, let failures?, let timer): "retrying \(timer) after \(failures.count) at \(failures.retryAt)"
    case .saving(let saving):
      (saving.isLastTry ? "last try" : saving.timer == nil ? "flushing" : "saving")
        + (saving.changes == nil ? "" : ", changed")
    case .unattended(let changes): "unattended since \(changes.first)"
    }
  }
}

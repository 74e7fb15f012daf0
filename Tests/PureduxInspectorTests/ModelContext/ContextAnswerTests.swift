import PureduxTesting
import Testing

@testable import PureduxInspector

@Suite struct `An answer to an agent` {
  private let long: [Ledger.Action] = [
    .look, .add("milk", price: 2), .add("tea", price: 3), .reprice(0, to: 9), .note("late"),
  ]

  @Test func `covers all stores of a name, and gives their number`() throws {
    var program = ListedProgram()
    program.stores += [2, 5].map { RecordedStore(id: $0, name: "window", stateType: "Window") }
    program.states = [1: "app", 2: ["left": 1], 5: ["right": 2]]
    program.add(.action, "open", store: 2)
    program.add(.action, "close", store: 5)
    program.add(.action, "quit", store: 1)
    let states = try answer(.state, #"{"store":"window"}"#, of: program)
    #expect(states.hasPrefix("2 stores are called window"))
    #expect(states.contains("left: 1") && states.contains("right: 2"))
    let events = try answer(.events, #"{"store":"window"}"#, of: program)
    #expect(events.contains("open") && events.contains("close") && !events.contains("quit"))
    #expect(events.contains("window (2)") && events.contains("window (5)"))
    let found = try answer(.find, #"{"store":"window","path":"right","condition":"== 2"}"#, of: program)
    #expect(found.contains("store 2") && found.contains("#1 ") && found.contains("store 5"))
    #expect(try answer(.state, #"{"store":5}"#, of: program).contains("right: 2"))
    #expect(try answer(.story, #"{"store":"window"}"#, of: program).contains("2 stores are called window"))
  }

  @Test func `is bounded in bytes, however many marks a character has, and goes past each event`() throws {
    let heavy = "e" + String(repeating: "\u{301}", count: 150_000)
    var program = ListedProgram()
    for _ in 0..<20 { program.add(.workFailed, work: StoreWork(name: "load", run: 1), note: heavy) }
    program.add(.action, heavy)
    program.states = [1: ["text": heavy]]
    let limit = AnswerText.longestPart
    let first = try answer(.events, #"{"fold":false}"#, of: program)
    #expect(first.hasPrefix("#1 ") && first.contains("bytes)") && first.utf8.count <= limit)
    let more = try #require(first.split(separator: "(for more: after ").last?.prefix { $0 != ")" })
    let next = try answer(.events, #"{"fold":false,"after":\#(more)}"#, of: program)
    #expect(next.hasPrefix("#\((Int(more) ?? 0) + 1) ") && next.utf8.count <= limit)
    let newest = try answer(.events, #"{"fold":false,"last":true}"#, of: program)
    #expect(newest.contains("#21 ") && newest.utf8.count <= limit)
    #expect(try answer(.event, #"{"event":3}"#, of: program).utf8.count <= limit)
    #expect(try answer(.state, of: program).utf8.count <= limit)
    #expect(try answer(.state, #"{"store":"\#(heavy)"}"#, of: program).utf8.count <= limit)
  }

  @Test func `names the events after which states are known`() throws {
    let program = try Ledger.session(long, ballast: 60_000)
    #expect(try answer(.program, of: program).contains("states are known after events 0 to 2"))
    let unknown = try answer(.event, #"{"event":4}"#, of: program)
    #expect(unknown.contains("not recorded: states are known after events 0 to 2"))
    let known = try answer(.event, #"{"event":1}"#, of: program)
    #expect(known.contains("it changed nothing"))
    let state = try answer(.state, #"{"event":4}"#, of: program)
    #expect(state.contains("as it was after event 2") && state.contains("events 0 to 2"))
    #expect(!state.contains("no other states"))
    let found = try answer(.find, #"{"path":"rows","condition":"> 7"}"#, of: program)
    #expect(found == "After no event up to 2, where states end; the events continue to 5.")
    #expect(try answer(.find, #"{"path":"rows","condition":"> 7","from":3}"#, of: program).hasPrefix("No state"))
    #expect(try answer(.find, #"{"path":"rows","condition":"changes"}"#, of: program).contains("where states end"))
  }

  @Test func `does not mention missing states if all states are known`() throws {
    let program = try Ledger.session(long)
    #expect(try !answer(.program, of: program).contains("states are known"))
    #expect(try answer(.find, #"{"path":"rows","condition":"> 7"}"#, of: program) == "After no event up to 5.")
  }

  @Test func `lists the changes of a path, with a number to continue from`() throws {
    let program = try Ledger.session(long)
    let found = try answer(.find, #"{"path":"rows","condition":"changes"}"#, of: program)
    let numbers = found.split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(numbers == ["#2", "#3", "#4"])
    let many = try Ledger.session(Array(repeating: .send, count: 150))
    let part = try answer(.find, #"{"path":"sending/generation","condition":"changes"}"#, of: many)
    #expect(part.contains("#100 send: 99 → 100") && part.hasSuffix("(for more: from 101)"))
    let rest = try answer(.find, #"{"path":"sending/generation","condition":"changes","from":101}"#, of: many)
    #expect(rest.hasPrefix("#101 "))
  }

  @Test func `reports no change if only the order of a dictionary's keys differs`() throws {
    let names = (0..<48).map { "key \($0)" }
    func tree(_ names: [String], _ value: Int = 1) -> ValueTree {
      var values: [String: any Sendable] = [:]
      for name in names { values[name] = value }
      return ValueTree([values] as [any Sendable])
    }
    let condition = try #require(ValueCondition("changes"))
    #expect(!condition.holds(for: tree(names), before: tree(names.reversed())))
    #expect(condition.holds(for: tree(names, 2), before: tree(names)))
    #expect(condition.holds(for: tree(names), before: nil))
    #expect(condition.holds(for: ValueTree(Int?.none as Any), before: tree(names)))
  }

  @Test func `shortens a chain of similar causes`() throws {
    var program = ListedProgram()
    program.add(.action, "start")
    for number in 1...120 { program.add(.workFailed, work: StoreWork(name: "send", run: 1), cause: number) }
    let lines = try answer(.event, #"{"event":121}"#, of: program).split(separator: "\n")
    #expect(lines.count < 16)
    #expect(lines.contains { $0.contains("#120 ") } && lines.contains { $0.contains("#116 ") })
    #expect(lines.contains { $0.contains("… 114 similar events, #115 to #2") })
    #expect(lines.contains { $0.contains("#1 ") && $0.contains("start") })
  }

  @Test func `folds repeated events, unless all events are requested`() throws {
    var program = ListedProgram()
    program.add(.action, "start")
    for number in 1...50 {
      program.add(.workStarted, work: StoreWork(name: "send", run: UInt64(number)), cause: 1)
      program.add(.workFailed, work: StoreWork(name: "send", run: UInt64(number)), note: "offline", cause: 1)
    }
    program.add(.action, "stop")
    let folded = try answer(.events, of: program).split(separator: "\n")
    #expect(folded.count == 5)
    #expect(folded.contains { $0.contains("49 times more, #4 to #101, every 32.0 ms") })
    #expect(folded.last?.contains("stop") == true)
    let failed = try answer(.events, #"{"kind":"workFailed"}"#, of: program).split(separator: "\n")
    #expect(failed.count == 2)
    #expect(failed.first?.hasPrefix("#3 ") == true)
    #expect(try answer(.events, #"{"fold":false,"limit":1000}"#, of: program).split(separator: "\n").count == 102)
    #expect(try answer(.events, #"{"last":true,"limit":2}"#, of: program).contains("stop"))
    #expect(
      try answer(.events, #"{"last":true,"after":100,"fold":false}"#, of: program).split(separator: "\n").count == 2)
    #expect(try answer(.events, #"{"last":true,"after":1000}"#, of: program).hasPrefix("No event"))
  }

  @Test func `prints paths in the form that the tools accept`() throws {
    let program = try Ledger.session(
      [.add("milk", price: 2), .reprice(0, to: 9), .note("a/b.c"), .note("a/b.c"), .send])
    let change = try answer(.event, #"{"event":2}"#, of: program)
    #expect(change.contains("ledger rows/0/price: 2 → 9"))
    #expect(try answer(.find, #"{"path":"rows/0/price","condition":"== 9"}"#, of: program).hasPrefix("#2 "))
    #expect(try answer(.event, #"{"event":4}"#, of: program).contains("ledger notes/a~1b.c: 1 → 2"))
    #expect(try answer(.state, #"{"path":"notes/a~1b.c"}"#, of: program).hasPrefix("2"))
    #expect(try answer(.state, #"{"since":3,"event":4}"#, of: program).contains("notes/a~1b.c"))
  }

  @Test func `accepts the name of a case in a path`() {
    enum Page { case loaded(rows: [Int], total: Int) }
    let tree = ValueTree(Page.loaded(rows: [7], total: 1))
    #expect(tree.value(at: ["loaded", "rows", "0"])?.summary == "7")
    #expect(tree.value(at: ["rows", "0"])?.summary == "7")
  }

  @Test func `finds events by kind`() throws {
    var program = ListedProgram()
    program.add(.action, "start")
    program.add(.workFailed, work: StoreWork(name: "send", run: 1), cause: 1)
    let found = try answer(.events, #"{"text":"workfailed send"}"#, of: program)
    #expect(found.hasPrefix("#2 "))
  }

  @Test func `names the origin of an event without a cause`() throws {
    var program = ListedProgram()
    program.add(.action, "start")
    program.add(.action, "go on", cause: 1)
    #expect(try answer(.event, #"{"event":1}"#, of: program).contains("from outside"))
    #expect(try !answer(.event, #"{"event":2}"#, of: program).split(separator: "\n")[0].contains("from outside"))
    #expect(try answer(.events, of: program).hasPrefix("#1 +0.000 s app: \"start\", from outside"))
  }

  @Test func `names the status of an effect`() throws {
    let program = try Ledger.session([.look, .send])
    #expect(try answer(.event, #"{"event":2}"#, of: program).contains("sending/status: .idle → .inProgress"))
    #expect(try answer(.state, #"{"path":"sending"}"#, of: program).contains("status: inProgress"))
    let found = try answer(.find, #"{"path":"sending/status","condition":"== inProgress"}"#, of: program)
    #expect(found.hasPrefix("#2 "))
  }

  @Test func `names the reason for a cancellation if it was recorded`() throws {
    let send = StoreWork(name: "send", run: 1)
    var program = ListedProgram()
    program.stores.append(RecordedStore(id: 2, name: "window", stateType: "Window"))
    program.add(.action, "restart")
    program.add(.workCancelled, work: send, cause: 1)
    program.add(.workStarted, work: StoreWork(name: "send", run: 2), cause: 1)
    program.add(.action, "remove")
    program.add(.workCancelled, work: send, cause: 4)
    program.add(.storeGone, store: 2, cause: 4)
    program.add(.workCancelled, work: send, store: 2, cause: 4)
    program.changes[4] = [InspectedChange(store: 1, path: "rows[1]", before: "milk")]
    #expect(try answer(.event, #"{"event":2}"#, of: program).contains("ended because: #1 restarted it, #3"))
    let removed = try answer(.event, #"{"event":5}"#, of: program)
    #expect(removed.contains("#4 removed app rows/1"))
    #expect(try answer(.event, #"{"event":7}"#, of: program).contains("ended because: its store was released, #6"))
  }
}

@testable import PureduxDependencies
import PureduxTesting
import Testing

extension Dependencies {
  @DependencyEntry fileprivate var loadName: @Sendable (Int) async throws -> String = Dependencies.unimplemented(
    "loadName")
  @DependencyEntry fileprivate var parse: (String, Bool) throws -> Int = Dependencies.unimplemented("parse")
  @DependencyEntry fileprivate var rollDice: @Sendable () -> Int = Dependencies.unimplemented("rollDice", returning: 1)
  @DependencyEntry fileprivate var tell: (String) async -> Void = Dependencies.unimplemented("tell", returning: ())
}

/// Entries without a default, until a test or the program sets them.
@Suite struct UnimplementedTests {
  private let reports = Recorder<Misuse>()

  private func reporting<Result>(_ operation: () async throws -> Result) async rethrows -> Result {
    try await StoreContext.with {
      $0.misuseReporter = MisuseReporter { [reports] in reports.record($0) }
    } operation: {
      try await operation()
    }
  }

  @Test func `a call is reported with the name of the entry and the fix, and throws`() async throws {
    await #expect(throws: UnimplementedEntry(name: "loadName")) {
      try await reporting { try await Dependencies[\.loadName](7) }
    }
    await #expect(throws: UnimplementedEntry(name: "parse")) {
      try await reporting { try Dependencies[\.parse]("", true) }
    }
    #expect(
      reports.values.first?.description == """
        the entry `loadName` was called, but has no implementation, so it threw an `UnimplementedEntry`.
        To fix: in a test, make the store inside `Dependencies.with { $0.loadName = … } operation: { … }`; in the program, \
        set `Dependencies[\\.loadName]` before the first store is made.
        """)
    #expect(reports.values.count == 2)
  }

  @Test func `a function that does not throw returns the value that was given for it, each time with a report`() async {
    await reporting {
      #expect(Dependencies[\.rollDice]() == 1)
      #expect(Dependencies[\.rollDice]() == 1)
      await Dependencies[\.tell]("hello")
    }
    #expect(reports.values.map(\.whatHappened).map { $0.split(separator: "`")[1] } == ["rollDice", "rollDice", "tell"])
    #expect(reports.values.first?.consequence == "it returned the substitute `1`")
  }

  @Test func `reading an unimplemented entry, or calling a replacement from a test, is not reported`() async throws {
    try await reporting {
      _ = Dependencies[\.loadName]
      let name = try await Dependencies.with {
        $0.loadName = { "Name \($0)" }
      } operation: {
        try await Dependencies[\.loadName](7)
      }
      #expect(name == "Name 7")
    }
    #expect(reports.values.isEmpty)
  }

  @Test func `a test store fails its test if its reducer calls an unimplemented function`() {
    withKnownIssue {
      let store = TestStore { StateStore<Int, Int>(0) { state, _ in state += Dependencies[\.rollDice]() } }
      store.send(1) { $0 = 1 }
      store.finish()
    } matching: { issue in
      "\(issue)".contains("the entry `rollDice` was called, but has no implementation")
    }
  }
}

import PureduxCompatibility
import PureduxCore
import PureduxTesting
import Testing

@Suite struct PrintActionsTests {
  @Test func `printing to a terminal escapes control characters and characters that hide text`() async throws {
    let result = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let runner = ManualRunner()
      let store = StateStore<Int, String>(0, runner: runner, middleware: PrintActions()) { _, _ in }
      store.dispatch("plain ü 👍🏽 text")
      store.dispatch("a\u{1B}[2J\rb\tc\nd\u{7F}\u{9B}1m\u{2028}\u{202E}e\u{2066}f\u{200F}\u{0}g")
      runner.runUntilIdle()
    }
    #expect(
      String(decoding: result.standardOutputContent, as: UTF8.self).hasSuffix(
        #"""
        plain ü 👍🏽 text
        a\u{1B}[2J\u{D}b\u{9}c\nd\u{7F}\u{9B}1m\u{2028}\u{202E}e\u{2066}f\u{200F}\u{0}g

        """#))
  }

  @Test func `actions are printed with the filter and the printer`() {
    let (lines, runner) = (Recorder<String>(), ManualRunner())
    let exclaiming = ClosureMiddleware<[String], String> { action, _ in action + "!" }
    let printing = PrintActions<[String], String>(filter: { $0 != "quiet" }, printer: { lines.record($0) })
    let store = StateStore([], runner: runner, middleware: printing + exclaiming) { $0.append($1) }
    for action in ["one", "quiet", "two"] { store.dispatch(action) }
    runner.runUntilIdle()
    #expect(lines.values == ["one", "two"])
    #expect(store.state == ["one!", "quiet!", "two!"])
  }
}

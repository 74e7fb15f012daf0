import Testing

@testable import PureduxRecording

@Suite struct `Colours on standard error` {
  @Test(
    arguments: [
      ([:], true, true), ([:], false, false), (["NO_COLOR": "1"], true, false), (["NO_COLOR": ""], true, true),
      (["TERM": "dumb"], true, false), (["TERM": "xterm"], true, true),
      (["TERM": "xterm", "NO_COLOR": "0"], true, false),
    ] as [([String: String], Bool, Bool)])
  func `are used on a suitable terminal`(_ environment: [String: String], isTerminal: Bool, colours: Bool) {
    #expect(StandardError.wantsColours(environment, isTerminal: isTerminal) == colours)
  }
}

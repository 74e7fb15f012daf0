import Foundation
import PureduxCore
import Testing

@testable import PureduxInspector

/// Files with valid checksums, but with numbers that no program has written.
@Suite struct `A session file with hostile numbers` {
  private static let rounds = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1" ? 100_000 : 300
  private static let numbers: [Int64] = [
    .min, .min + 1, -1 << 60, -1 << 48, -2, -1, 0, 1, 2, 7, 1 << 31, 1 << 32, 1 << 48, 1 << 53, 1 << 60, .max - 1, .max,
  ]

  /// The lines of a session with every kind of content, without their numbers and checksums.
  private let lines: [String]

  init() throws {
    let runner = ManualRunner()
    let store = Shelf.store(runner: runner)
    let recording = store.record()
    runner.runUntilIdle()
    let subscription = store.subscribe { [store] shelf in if shelf.tags == ["a"] { store.dispatch(.tag("b")) } }
    let child = store.with(0, named: "child") { (count: inout Int, _: ShelfAction) in count += 1 }
    for action in [ShelfAction.put("Emma", pages: 5), .open, .tag("a")] { store.dispatch(action) }
    child.dispatch(.clear)
    runner.runUntilIdle()
    let folder = try SessionFolder()
    try recording.write(to: folder.file)
    subscription.cancel()
    let written = try String(contentsOf: folder.file, encoding: .utf8).split(separator: "\n")
    let note = RecordedStep.Kind.note.rawValue
    lines =
      try written.map { line in
        let content = try #require(line.range(of: #"","#)).upperBound
        return String(line[content...])
      } + [
        #""steps":{"first":100,"rows":[[\#(note),0,1,3,500],[\#(note),1,1,1,900]],"actions":[],"notes":["#
          + #"{"kind":"workStarted","work":"load","run":1,"attempt":1},{"kind":"workEnded","work":"load","run":1,"attempt":1}"#
          + #"],"draws":[]}}"#
      ]
  }

  /// A file of these lines, as a program would have written it.
  private func file(_ lines: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, line) in lines.enumerated() {
      let content = Array(line.utf8)[...]
      let sum = LineChecksum.text(LineChecksum.of(line: index + 1, content))
      bytes += "{\"line\":\(index + 1),\"sum\":\"".utf8
      bytes += sum
      bytes += "\",".utf8
      bytes += content
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// The positions of the whole numbers in a line, outside strings.
  private func numbers(in line: String) -> [Range<String.Index>] {
    var ranges: [Range<String.Index>] = []
    var isText = false
    var index = line.startIndex
    while index < line.endIndex {
      let start = index
      switch line[index] {
      case "\"": isText.toggle()
      case "\\": line.formIndex(after: &index)
      case "-", "0"..."9":
        let end = line[line.index(after: start)...].firstIndex { !("0"..."9").contains($0) } ?? line.endIndex
        if !isText { ranges.append(start..<end) }
        index = end
        continue
      default: break
      }
      line.formIndex(after: &index)
    }
    return ranges
  }

  /// Uses a session in every possible way.
  private func lookAt(_ session: RecordedSession, isWhole: Bool) throws {
    _ = session.events.map(SessionListing.line)
    _ = SessionComparison(session, session).areEqual
    _ = session.chromeTrace()
    for form in StoreDrawing.allCases { _ = session.drawing(as: form) }
    let interface = InspectorInterface(SessionProgram(session), allowsControl: true, page: .json(""))
    for question in ["events", "stores", "work", "causes?event=1", "effects?event=1", "status"] {
      let parts = question.split(separator: "?")
      var request = HTTPRequest(method: "GET", path: "/api/\(parts[0])")
      if parts.count > 1 { request.query = ["event": "1"] }
      _ = interface.response(to: request)
    }
    _ = try SessionReport.json(of: interface, hasStates: false)
    _ = session.story(of: "shelf")
    _ = session.replay { Shelf.store() }.description
    _ = session.story { Shelf.store() }
    if isWhole { _ = session.htmlReport() }
  }

  @Test func `is read as written if no number was changed`() throws {
    let session = try RecordedSession(bytes: file(lines), named: "a")
    #expect(session.events.contains { $0.work != nil } && session.events.contains { $0.store > 1 })
    try lookAt(session, isWhole: true)
  }

  @Test(arguments: [
    (#""id":1"#, #""id":-1"#), (#""parent":1"#, #""parent":-1"#), (#""first":1,"#, #""first":0,"#),
    (#""after":0"#, #""after":-1"#),
  ])
  func `is refused with the line of an impossible number`(number: String, other: String) throws {
    let index = try #require(lines.firstIndex { $0.contains(number) }, "\(lines)")
    var changed = lines
    changed[index] = try changed[index].replacing(#require(changed[index].firstRange(of: number)), with: other)
    let error = #expect(throws: SessionError.self) { try RecordedSession(bytes: file(changed), named: "a") }
    #expect(error?.kind == .damagedLine && error?.line == index + 1)
  }

  @Test func `never traps, whatever the numbers are`() throws {
    var random = SystemRandomNumberGenerator()
    var read = 0
    let places = lines.map(numbers)
    for round in 0..<Self.rounds {
      var changed = lines
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: 0..<lines.count, using: &random)
        // In a line that was changed before, the positions have moved.
        guard changed[index] == lines[index], let place = places[index].randomElement(using: &random) else { continue }
        changed[index].replaceSubrange(place, with: "\(Self.numbers.randomElement(using: &random) ?? 0)")
      }
      guard let session = try? RecordedSession(bytes: file(changed), named: "a") else { continue }
      read += 1
      try lookAt(session, isWhole: round % 100 == 0)
    }
    // Files that are rejected immediately prove little.
    #expect(read > Self.rounds / 10)
  }
}

extension String {
  fileprivate func replacing(_ range: Range<String.Index>, with text: String) -> String {
    replacingCharacters(in: range, with: text)
  }
}

import Foundation
import PureduxCore
import PureduxTesting
import Testing

@testable import PureduxInspector

@Suite struct `The command puredux` {
  private let folder: SessionFolder
  private let runner = ManualRunner()

  init() throws { folder = try SessionFolder() }

  private struct End {
    var status: Int32 = 0
    var output = ""
    var errors = ""
  }

  private func run(_ arguments: String...) -> End {
    let (output, errors) = (Recorder<String>(), Recorder<String>())
    let status = PureduxCommand.run(
      arguments,
      CommandStreams {
        output.record(String(decoding: $0, as: UTF8.self))
      } error: {
        errors.record($0)
      })
    return End(status: status, output: output.values.joined(), errors: errors.values.joined(separator: "\n"))
  }

  /// Writes a session with these actions, and returns its path.
  private func session(_ actions: [ShelfAction], named name: String = "a") throws -> String {
    let store = Shelf.store(runner: runner)
    let recording = store.record()
    runner.runUntilIdle()
    for action in actions { store.dispatch(action) }
    runner.runUntilIdle()
    let url = folder.url.appendingPathComponent(name + ".session")
    try recording.write(to: url)
    withExtendedLifetime(store) {}
    return url.path
  }

  @Test func `prints a line for each event`() throws {
    let end = run("print", try session([.tag("old"), .clear]))
    let lines = end.output.split(separator: "\n").map { $0.replacing(/\+[0-9.]+ s|, [0-9.]+ (µs|ms|s)/, with: "") }
    #expect(lines == [##"#1  shelf: tag("old")"##, "#2  shelf: clear"])
    #expect(end.status == 0)
  }

  @Test func `prints the selected events`() throws {
    let path = try session([.tag("a"), .clear, .tag("b"), .open])
    #expect(run("print", path, "--text", "TAG", "--last", "1").output.contains("tag(\"b\")"))
    #expect(run("print", path, "--text", "tag").output.split(separator: "\n").count == 2)
    #expect(run("print", path, "--kind", "workFailed,misuse").output == "")
    #expect(run("print", path, "--store", "shelf").output.split(separator: "\n").count == 4)
    #expect(run("print", path, "--store", "cart").output == "")
  }

  @Test func `prints the differences between two sessions, and reports them by its exit status`() throws {
    let one = try session([.tag("a"), .open, .clear], named: "one")
    let other = try session([.tag("a"), .tag("b"), .tag("c"), .clear], named: "other")
    let end = run("diff", one, other)
    #expect(
      end.output == """
        --- \(one)
        +++ \(other)
        @@ after 1 equal events @@
        - shelf: open
        + shelf: tag("b")
        + shelf: tag("c")

        """)
    #expect(end.status == 1)
    let same = run("diff", one, try session([.tag("a"), .open, .clear], named: "same"))
    #expect(same.status == 0)
    #expect(same.output == "")
  }

  @Test func `writes no control characters or direction marks, whatever the file contains`() throws {
    let hostile = "x\u{1B}]0;y\u{7}\u{202E}z\u{9B}2J\r"
    let path = try session([.tag(hostile), .hide(hostile)])
    // The name of the program is the name in the file.
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    let content = try #require(lines[0].range(of: #"","#)).upperBound
    let name = try #require(lines[0].range(of: #""program":"[^"]*""#, options: .regularExpression))
    let head =
      lines[0][content..<name.lowerBound] + "\"program\":" + JSON.string(hostile).text + lines[0][name.upperBound...]
    let sum = String(decoding: LineChecksum.text(LineChecksum.of(line: 1, Array(head.utf8)[...])), as: UTF8.self)
    try (["{\"line\":1,\"sum\":\"\(sum)\",\(head)"] + lines.dropFirst()).joined(separator: "\n")
      .write(toFile: path, atomically: true, encoding: .utf8)
    let other = try session([.clear], named: "c")
    let ends =
      ["print", "trace", "story", "report", "open"].map { run($0, path) } + [
        run("diff", path, other), run("story", path, "--store", hostile),
      ]
    #expect(ends.map(\.status) == [0, 0, 0, 0, 0, 1, 2], "\(ends.map(\.errors))")
    #expect(ends[4].output.contains(#"x\u{1B}]0;y"#))
    for text in ends.flatMap({ [$0.output, $0.errors] }) {
      let obeyed = text.unicodeScalars.filter {
        $0 != "\n" && ($0.properties.isBidiControl || $0.properties.generalCategory == .control)
      }
      #expect(obeyed.isEmpty, "\(text.prefix(200).debugDescription)")
    }
  }

  @Test func `writes a trace and a report, to a file if requested`() throws {
    let path = try session([.put("Emma", pages: 5), .clear])
    let trace = run("trace", path)
    let json = try #require(JSONSerialization.jsonObject(with: Data(trace.output.utf8)) as? [String: Any])
    #expect(TraceProblems.of(try #require(json["traceEvents"] as? [[String: Any]])) == [])
    let target = folder.url.appendingPathComponent("report.html")
    let report = run("report", path, "--output", target.path)
    #expect(report.status == 0)
    #expect(report.output == "")
    let html = try String(contentsOf: target, encoding: .utf8)
    #expect(html.hasPrefix("<!doctype html>"))
    #expect(html.contains("Emma"))
  }

  @Test func `writes to regular files only, and leaves anything else of that name alone`() throws {
    let path = try session([.clear])
    let link = folder.url.appendingPathComponent("link")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: folder.url.appendingPathComponent("target"))
    let pipe = folder.url.appendingPathComponent("pipe")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    for verb in ["trace", "report", "story"] {
      for place in [link, pipe, folder.url] {
        let end = run(verb, path, "--output", place.path)
        #expect(end.status == 2 && end.errors.contains("\(place.path) is not a regular file, so nothing was written."))
      }
    }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path).hasSuffix("target"))
    #expect(try FileManager.default.attributesOfItem(atPath: pipe.path)[.type] as? FileAttributeType != .typeRegular)
    let file = folder.url.appendingPathComponent("old.json")
    try Data("old".utf8).write(to: file)
    #expect(run("trace", path, "--output", file.path).status == 0)
    #expect(try Data(contentsOf: file).count > 3)
  }

  @Test func `writes a test of the named store, or of the first store that has a name`() throws {
    let path = try session([.tag("old"), .clear])
    let session = try RecordedSession(contentsOf: URL(fileURLWithPath: path))
    let story = try #require(session.story(of: "shelf", making: "Shelf.store()"))
    #expect(
      run("story", path, "--making", "Shelf.store()").output.trimmingCharacters(in: .newlines)
        == story.trimmingCharacters(in: .newlines))
    let end = run("story", path, "--store", "cellar")
    #expect(end.status == 2)
    #expect(end.errors.contains("Nothing was dispatched to a store named cellar. The session has: shelf."))
  }

  @Test func `serves a session at an address, and prints the address`() throws {
    let path = try session([.put("Emma", pages: 5)])
    let (output, page) = (Recorder<String>(), Recorder<String>())
    let streams = CommandStreams {
      output.record(String(decoding: $0, as: UTF8.self))
    } error: { _ in
    } waitForEnd: {
      let address = output.values.joined().split(separator: " ").last.map(String.init)?.trimmingCharacters(
        in: .newlines)
      guard let parts = address?.split(separator: "/#key=").map(String.init), parts.count == 2,
        let port = parts[0].split(separator: ":").last.flatMap({ UInt16($0) }), let client = try? TestClient(port: port)
      else { return }
      client.send(
        "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(parts[1])\r\nConnection: close\r\n\r\n"
      )
      page.record(client.receiveAll())
    }
    #expect(PureduxCommand.run(["open", path], streams) == 0)
    #expect(page.values.first?.contains("Emma") == true)
  }

  @Test func `prints the problem, and exits with 2`() throws {
    let path = try session([.clear])
    let mistakes: [([String], String)] = [
      ([], "Usage: puredux COMMAND"), (["dance"], "Unknown command dance."),
      (["print"], "needs one file, but received 0."), (["diff", path], "needs two files, but received 1."),
      (["print", path, "--colour"], "Unknown option --colour."),
      (["print", path, "--last"], "--last needs a value."),
      (["print", path, "--last", "-3"], ", not -3."),
      (["print", path, "--kind", "actoin"], "actoin is not a kind of event."),
      (["print", "/no/such/file"], "/no/such/file could not be read"),
      (["open", path, "--port", "70000"], "a number from 0 to 65535"),
      (["report", path, "--output", "/no/such/folder/file"], "/no/such/folder/file could not be written"),
    ]
    for (arguments, message) in mistakes {
      let errors = Recorder<String>()
      let status = PureduxCommand.run(
        arguments,
        CommandStreams { _ in
          Issue.record("\(arguments) wrote output")
        } error: {
          errors.record($0)
        })
      #expect(status == 2, "\(arguments)")
      #expect(errors.values.joined().contains(message), "\(arguments): \(errors.values)")
    }
  }

  @Test func `prints its usage, and that of each command`() {
    #expect(run("--help").output.hasPrefix("Usage: puredux COMMAND"))
    for verb in CommandVerb.allCases {
      let end = run(verb.rawValue, "--help")
      #expect(end.status == 0)
      #expect(end.output.hasPrefix("Usage: puredux \(verb.rawValue) \(verb == .mcp ? "[FILE]" : "FILE")"))
      for option in verb.options { #expect(end.output.contains(option.name)) }
    }
  }

  @Test func `reports where a file was truncated, and shows the rest`() throws {
    let path = try session([.clear, .open])
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try (whole + Data("{\"a".utf8)).write(to: URL(fileURLWithPath: path))
    let end = run("print", path)
    #expect(end.status == 0)
    #expect(end.output.contains("shelf: open"))
    #expect(end.errors.contains("ends in the middle of a line"))
  }
}

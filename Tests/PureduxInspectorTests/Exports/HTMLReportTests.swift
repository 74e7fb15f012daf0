import Foundation
import PureduxCore
import PureduxTesting
import Testing

@testable import PureduxInspector

@Suite struct `An HTML report` {
  @Test func `is the page with an embedded session, and makes no requests`() throws {
    let runner = ManualRunner()
    let store = StateStore<[String], String>([], named: "list", runner: runner) { $0.append($1) }
    let recording = store.record()
    runner.runUntilIdle()
    store.dispatch("</script><script>alert(1)</script>")
    runner.runUntilIdle()
    let report = String(decoding: recording.htmlReport(), as: UTF8.self)
    #expect(report.hasPrefix("<!doctype html>"))
    #expect(report.contains("connect-src 'none'"))
    #expect(!report.contains("alert(1)</script>"))
    let opening = "<script type=\"application/json\" id=\"session\">"
    let parts = report.components(separatedBy: opening)
    try #require(parts.count == 2)
    let json = try #require(parts[1].components(separatedBy: "</script>").first)
    let session = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect((session["status"] as? [String: Any])?["last"] as? Int == 1)
    #expect((session["details"] as? [String: Any])?.count == 1)
  }

  private indirect enum Nest: Sendable {
    case egg
    case nest(Nest)
  }

  @Test func `omits the parts of a deep state, on the small stack of another thread`() throws {
    let nest = (0..<3_000).reduce(Nest.egg) { nest, _ in .nest(nest) }
    let store = StateStore<Nest, Int>(nest, runner: ManualRunner()) { _, _ in }
    let recording = store.record()
    let isDone = DispatchSemaphore(value: 0)
    let report = Recorder<Int>()
    let thread = Thread {
      report.record(recording.htmlReport().count)
      isDone.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    isDone.wait()
    #expect(try #require(report.values.first) > 0)
  }
}

import Foundation

@testable import PureduxInspector

/// Content for tests of the server: a page, and responses of the requested size.
final class ServedText: ServedContent {
  private let ticks: TickSource

  init(_ ticks: TickSource = TickSource()) { self.ticks = ticks }

  func page() -> HTTPResponse {
    HTTPResponse(contentType: "text/html", body: Array("<!doctype html>".utf8))
  }

  func response(to request: HTTPRequest) -> HTTPResponse {
    let size = request.query["size"].flatMap(Int.init) ?? 2
    return HTTPResponse(body: Array(repeating: UInt8(ascii: "x"), count: min(size, 10_000_000)))
  }

  func tick() -> String { "\(ticks.ask())" }
}

/// A number that the test changes while a server reads it.
// SAFETY: its numbers are accessed with the lock held.
final class TickSource: @unchecked Sendable {
  private let lock = NSLock()
  private var value = 0
  private var asked = 0

  var timesAsked: Int { lock.withLock { asked } }

  func ask() -> Int {
    lock.withLock {
      asked += 1
      return value
    }
  }

  var number: Int {
    get { lock.withLock { value } }
    set { lock.withLock { value = newValue } }
  }
}

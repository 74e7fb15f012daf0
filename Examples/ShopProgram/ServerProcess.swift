import Foundation
import Puredux

/// The server in a separate process: this program with the argument `--serve`. Requests are lines of JSON.
final class ServerProcess: Sendable {
  struct Line<Content: Codable & Sendable>: Codable, Sendable {
    let number: Int
    let content: Content

    var data: Data {
      get throws { try JSONEncoder().encode(self) + Data("\n".utf8) }
    }
  }

  private struct Content {
    var requests = 0
    var waiting: [Int: CheckedContinuation<ShopAnswer, any Error>] = [:]
    var hasEnded = false
  }

  private let content = Guarded(Content())
  private let isOnline = Guarded(true)
  private let input: FileHandle

  /// Nil if the process could not be started.
  init?() {
    let (process, toServer, fromServer) = (Process(), Pipe(), Pipe())
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["--serve"]
    process.standardInput = toServer
    process.standardOutput = fromServer
    guard (try? process.run()) != nil else { return nil }
    input = toServer.fileHandleForWriting
    let output = fromServer.fileHandleForReading
    Thread.detachNewThread { [weak self] in
      for line in Lines(output) { self?.take(line) }
      self?.end()
    }
  }

  /// While offline, no request reaches the server, and no answer arrives.
  func setOnline(_ isOnline: Bool) { self.isOnline.withLock { $0 = isOnline } }

  @Sendable func ask(_ request: ShopRequest) async throws -> ShopAnswer {
    guard isOnline.withLock({ $0 }) else { throw ShopAnswer.Failed(description: "There is no network.") }
    let answer = try await withCheckedThrowingContinuation { continuation in
      let number = content.withLock { content -> Int? in
        guard !content.hasEnded else { return nil }
        content.requests += 1
        content.waiting[content.requests] = continuation
        return content.requests
      }
      guard let number else { return continuation.resume(throwing: Self.gone) }
      do {
        try input.write(contentsOf: try Line(number: number, content: request).data)
      } catch {
        content.withLock { $0.waiting.removeValue(forKey: number) }?.resume(throwing: Self.gone)
      }
    }
    guard isOnline.withLock({ $0 }) else { throw ShopAnswer.Failed(description: "The network went away.") }
    return answer
  }

  private static let gone = ShopAnswer.Failed(description: "The server is gone.")

  private func take(_ line: Data) {
    guard let line = try? JSONDecoder().decode(Line<ShopAnswer>.self, from: line) else { return }
    content.withLock { $0.waiting.removeValue(forKey: line.number) }?.resume(returning: line.content)
  }

  private func end() {
    let waiting = content.withLock { content in
      defer { (content.waiting, content.hasEnded) = ([:], true) }
      return content.waiting.values
    }
    for continuation in waiting { continuation.resume(throwing: Self.gone) }
  }
}

extension ServerProcess {
  /// Answers requests, in some tenths of a second each, until the input ends.
  static func serve() {
    let server = Guarded(ShopServer())
    for line in Lines(.standardInput) {
      guard let request = try? JSONDecoder().decode(Line<ShopRequest>.self, from: line) else { continue }
      Task {
        try await Task.sleep(for: .milliseconds(120 + request.number * 97 % 300))
        server.withLock { server in
          let answer = Line(number: request.number, content: server.answer(request.content))
          if let data = try? answer.data { try? FileHandle.standardOutput.write(contentsOf: data) }
        }
      }
    }
  }
}

/// The lines of a file while it is being written.
private struct Lines: Sequence, IteratorProtocol {
  private let file: FileHandle
  private var rest = Data()

  init(_ file: FileHandle) { self.file = file }

  mutating func next() -> Data? {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest = Data(rest[rest.index(after: end)...]) }
        return Data(rest[..<end])
      }
      let data = file.availableData
      if data.isEmpty { return nil }
      rest += data
    }
  }
}

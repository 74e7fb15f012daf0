import Foundation
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Fetches a file over the network into a local file, and reports its progress.
final class Fetch: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  // SAFETY: only the session's delegate queue accesses the stored variables, and it runs one operation at a time.

  /// Limits of size and time, and the folder for the files.
  struct Limits: Sendable, Equatable {
    /// The folder to keep files in; nil to throw them away when they are complete.
    var folder: URL?
    var largestSize = 200_000_000
    /// How long an attempt may take.
    var timeout: TimeInterval = 600
    /// The longest time without data from the server.
    var silence: TimeInterval = 10
  }

  enum Event: Sendable, Equatable {
    case progress(Download.Progress)
    case saved(as: String)
  }

  enum Failure: Error, CustomStringConvertible, Equatable {
    case status(Int)
    case tooSlow
    case tooLarge(limit: Int)

    var description: String {
      switch self {
      case .status(let code): "the server answered \(code)"
      case .tooSlow: "the server took too long"
      case .tooLarge(let limit): "larger than \(limit) bytes"
      }
    }
  }

  private typealias Events = AsyncThrowingStream<Event, any Error>

  private let events: Events.Continuation
  private let limits: Limits
  private let name: String
  private var file: PartialFile?
  private var progress = Download.Progress()
  private var isOver = false

  private init(_ name: String, _ limits: Limits, _ events: Events.Continuation) {
    self.name = name
    self.limits = limits
    self.events = events
  }

  /// The events of one request. Cancelling the task that reads them cancels the request.
  ///
  /// Each progress includes the earlier ones, so a slow reader skips some, and none pile up in memory.
  static func events(of url: URL, named name: String, _ limits: Limits) -> AsyncThrowingStream<Event, any Error> {
    Events(bufferingPolicy: .bufferingNewest(2)) { events in
      let session = URLSession(
        configuration: .ephemeral, delegate: Fetch(name, limits, events), delegateQueue: BoundedQueue(limit: 16))
      var request = URLRequest(url: url, timeoutInterval: limits.silence)
      // The announced length of a compressed answer is not the length of the file.
      request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
      let task = session.dataTask(with: request)
      events.onTermination = { _ in
        // On another queue: cancelling waits for the session, which may be waiting for the delegate's queue.
        DispatchQueue.global().async {
          task.cancel()
          session.invalidateAndCancel()
        }
      }
      task.resume()
    }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    do {
      progress.total = try Self.promisedLength(of: response)
      if let total = progress.total, total > limits.largestSize {
        throw Failure.tooLarge(limit: limits.largestSize)
      }
      file = try PartialFile(in: limits.folder)
      events.yield(.progress(progress))
      completionHandler(.allow)
    } catch {
      fail(error)
      completionHandler(.cancel)
    }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard !isOver else { return }
    do {
      guard data.count <= limits.largestSize - progress.received else {
        throw Failure.tooLarge(limit: limits.largestSize)
      }
      try file?.write(data)
      progress.received += data.count
      events.yield(.progress(progress))
    } catch {
      fail(error)
    }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard !isOver else { return }
    isOver = true
    do {
      if let error { throw error }
      if limits.folder != nil, let file { events.yield(.saved(as: try file.keep(as: name))) }
      events.finish()
    } catch {
      events.finish(throwing: Self.isTimeout(error) ? Failure.tooSlow : error)
    }
    file = nil
  }

  /// Ends the stream, which ends the request.
  private func fail(_ error: any Error) {
    isOver = true
    file = nil
    events.finish(throwing: error)
  }

  private static func isTimeout(_ error: any Error) -> Bool { (error as? URLError)?.code == .timedOut }

  /// The announced length of the file; nil if there is none, or if the answer is compressed.
  private static func promisedLength(of response: URLResponse) throws(Failure) -> Int? {
    guard let response = response as? HTTPURLResponse else { return nil }
    guard (200..<300).contains(response.statusCode) else { throw .status(response.statusCode) }
    let encoding = response.value(forHTTPHeaderField: "Content-Encoding") ?? "identity"
    guard encoding.lowercased() == "identity", response.expectedContentLength >= 0 else { return nil }
    return Int(clamping: response.expectedContentLength)
  }
}

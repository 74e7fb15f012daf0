import Foundation
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Fetches a file over the network and tells how far it has come. What it brings is thrown away.
final class Fetch: NSObject, URLSessionDataDelegate {
  enum Event: Sendable {
    case began(total: Int?)
    case received(bytes: Int)
  }

  enum Failure: Error, LocalizedError {
    case status(Int)
    case tooSlow

    var errorDescription: String? {
      switch self {
      case .status(let code): "the server answered \(code)"
      case .tooSlow: "the server took too long"
      }
    }
  }

  private typealias Events = AsyncThrowingStream<Event, any Error>

  private let events: Events.Continuation

  private init(_ events: Events.Continuation) { self.events = events }

  /// What happens to one request. Cancelling the task that reads it ends the request.
  static func events(of url: URL) -> AsyncThrowingStream<Event, any Error> {
    Events { events in
      let session = URLSession(configuration: .ephemeral, delegate: Fetch(events), delegateQueue: nil)
      let task = session.dataTask(with: url)
      events.onTermination = { _ in
        task.cancel()
        session.invalidateAndCancel()
      }
      task.resume()
    }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    let status = (response as? HTTPURLResponse)?.statusCode ?? 200
    guard status < 400 else {
      events.finish(throwing: Failure.status(status))
      return completionHandler(.cancel)
    }
    let length = Int(response.expectedContentLength)
    events.yield(.began(total: length < 0 ? nil : length))
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    events.yield(.received(bytes: data.count))
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    events.finish(throwing: error)
  }
}

internal import PureduxCore

/// The part of the world that an explored application does not control: servers, files, sensors.
///
/// Pass each request of an effect through `call(_:throwing:_:)`. A request may be answered soon, late, or
/// not at all; it may fail before or after the server has performed it; the server may perform it twice; and the whole
/// network may go and come back.
public struct Outside<Server: Sendable>: Sendable {
  let server: Guarded<Server>
  let requests: Requests

  /// Performs a request on the server, as an unreliable network does.
  ///
  /// ```swift
  /// try await outside.call("like") { server in server.likes += 1 }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the request, for failure reports.
  ///   - error: The error of a request that fails; by default, an error of the exploration.
  ///   - body: Performs the request. Called once, twice, or not at all.
  public func call<Value: Sendable>(
    _ name: String = #function, throwing error: (any Error)? = nil,
    _ body: @Sendable (_ server: inout Server) throws -> Value
  ) async throws -> Value {
    try await requests.perform(name, error) { try server.withLock { try body(&$0) } }
  }

  /// Performs a request that does not use the exploration's server.
  ///
  /// - Parameters:
  ///   - name: The name of the request, for failure reports.
  ///   - error: The error of a request that fails; by default, an error of the exploration.
  ///   - body: Performs the request. Called once, twice, or not at all.
  public func call<Value: Sendable>(
    _ name: String = #function, throwing error: (any Error)? = nil, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await requests.perform(name, error, body)
  }

  /// Returns a function that performs `body` as an unreliable network does.
  ///
  /// ```swift
  /// client.fetch = outside.faulty("fetch", client.fetch)
  /// ```
  public func faulty<each Input: Sendable, Value: Sendable>(
    _ name: String, throwing error: (any Error)? = nil,
    _ body: @escaping @Sendable (repeat each Input) async throws -> Value
  ) -> @Sendable (repeat each Input) async throws -> Value {
    { [requests] (input: repeat each Input) in
      try await requests.perform(name, error) { try await body(repeat each input) }
    }
  }
}

/// Decides the fate of each request of a run.
struct Requests: Sendable {
  /// The fate of a request, from the simplest to the least likely, in words.
  enum Answer: String, Sendable, CaseIterable {
    /// The server performs the request after 50 ms, and the answer arrives 50 ms later.
    case answered
    /// As `answered`, within a millisecond.
    case soon = "answered at once"
    /// The request does not arrive.
    case failed = "fails before the server has received it"
    /// The server performs the request, and the answer does not arrive.
    case lost = "performed by the server, but the answer is lost"
    /// The answer arrives after five seconds.
    case late = "answered after five seconds"
    case twice = "performed twice by the server"
  }

  struct Unreachable: Error, CustomStringConvertible {
    let description = "The request failed in an exploration."
  }

  let choices: Choices
  let network: Guarded<(requestCount: Int, isReachable: Bool)>
  /// Receives each request in words.
  let tell: (@Sendable (String) -> Void)?

  func perform<Value: Sendable>(
    _ name: String, _ error: (any Error)?, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    network.withLock { $0.requestCount += 1 }
    let (answer, clock) = (isReachable ? choices.answer() : .answered, StoreContext.current.clock)
    tell?("   request \(name): \(isReachable ? answer.rawValue : "there is no network")")
    let delay = Duration.microseconds(answer == .late ? 2_500_000 : answer == .soon ? 500 : 50_000)
    try await clock.sleep(delay)
    guard isReachable, answer != .failed else { throw error ?? Unreachable() }
    if answer == .twice { _ = try await body() }
    let value = try await body()
    try await clock.sleep(delay)
    guard isReachable, answer != .lost else { throw error ?? Unreachable() }
    return value
  }

  private var isReachable: Bool { network.withLock { $0.isReachable } }
}

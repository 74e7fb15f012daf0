internal import Foundation

/// Where the tools of the server ask: the JSON interface of the inspector, in this process or in another.
///
/// It is asked on one thread at a time.
protocol ContextSource {
  /// - Parameters:
  ///   - name: The last part of a path of the interface, for example `events`.
  ///   - isCancelled: Asked while the answer does not arrive.
  /// - Throws: A ``ContextSourceError``.
  func ask(
    _ name: String, _ query: [(name: String, value: String)], post: [UInt8]?, isCancelled: () -> Bool
  ) throws(ContextSourceError) -> ContextValue
}

enum ContextSourceError: Error {
  /// The interface or the program refused, in words for the client.
  case refused(String)
  case cancelled
}

/// A session out of a file, asked in this process.
struct SessionSource: ContextSource {
  private let interface: InspectorInterface

  init(_ program: some InspectedProgram) {
    interface = InspectorInterface(program, allowsControl: false, page: .json(""))
  }

  init(_ interface: InspectorInterface) { self.interface = interface }

  func ask(
    _ name: String, _ query: [(name: String, value: String)], post: [UInt8]?, isCancelled: () -> Bool
  ) throws(ContextSourceError) -> ContextValue {
    if isCancelled() { throw .cancelled }
    var request = HTTPRequest(method: post == nil ? "GET" : "POST", path: "/api/" + name)
    request.query = Dictionary(query.map { ($0.name, $0.value) }) { $1 }
    request.body = post ?? []
    let response = interface.response(to: request)
    return try ContextValue(json: response.body).unlessRefused(status: response.status.rawValue)
  }
}

extension ContextValue {
  /// The answer, unless its status says that the interface refused.
  func unlessRefused(status: Int) throws(ContextSourceError) -> ContextValue {
    guard status >= 400 else { return self }
    throw .refused(self["error"].text ?? "the interface answered with status \(status)")
  }
}

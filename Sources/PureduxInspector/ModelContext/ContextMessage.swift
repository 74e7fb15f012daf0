internal import Foundation

/// A Model Context Protocol message: a request, a notification, a response, or an invalid message.
enum ContextMessage {
  struct Request: Sendable {
    /// The request's id in its original spelling: a quoted string or a whole number.
    let id: [UInt8]
    let method: String
    let parameters: ContextValue
  }

  /// A JSON-RPC error.
  struct Failure: Error {
    let code: Int
    let message: String
    var data: JSON?

    static func invalidRequest(_ message: String) -> Failure { Failure(code: -32600, message: message) }
    static func invalidParameters(_ message: String) -> Failure { Failure(code: -32602, message: message) }
  }

  case request(Request)
  case notification(method: String, parameters: ContextValue)
  /// A response from the client. The server sends no requests, so it ignores responses.
  case answer
  case failure(id: [UInt8]?, Failure)

  init(line: [UInt8]) {
    guard let value = try? JSONSerialization.jsonObject(with: Data(line), options: .fragmentsAllowed) else {
      self = .failure(id: nil, Failure(code: -32700, message: "The line is not JSON, so it was ignored."))
      return
    }
    guard let object = value as? [String: Any] else {
      self = .failure(id: nil, .invalidRequest("A message is one JSON object on one line. Batches are not supported."))
      return
    }
    let (id, isIDValid) = Self.id(of: line)
    guard object["jsonrpc"] as? String == "2.0", isIDValid else {
      self = .failure(
        id: id, .invalidRequest("A message has \"jsonrpc\": \"2.0\", and an id that is a string or a number."))
      return
    }
    guard let method = object["method"] as? String else {
      self =
        object["result"] != nil || object["error"] != nil
        ? .answer : .failure(id: id, .invalidRequest("The message has no method."))
      return
    }
    let parameters = ContextValue(object["params"])
    guard object["params"] == nil || parameters.isObject else {
      self = .failure(id: id, .invalidParameters("params must be an object."))
      return
    }
    self =
      id.map { .request(Request(id: $0, method: method, parameters: parameters)) }
      ?? .notification(method: method, parameters: parameters)
  }

  /// Returns the message's id in its original spelling, and whether the id is valid.
  ///
  /// Returns nil and true for a missing id, and nil and false for an invalid id.
  private static func id(of line: [UInt8]) -> (id: [UInt8]?, isValid: Bool) {
    guard let slice = try? JSONSlice(line).object()["id"] else { return (nil, true) }
    let bytes = Array(slice.bytes)
    let number: Int64? = try? slice.number()
    let isNumber = number != nil
    let isText = bytes.first == UInt8(ascii: "\"")
    return (isNumber || isText) && bytes.count <= 1000 ? (bytes, true) : (nil, false)
  }
}

internal import Foundation

/// A value of JSON that was read, whose members may be anything.
// SAFETY: `JSONSerialization` makes containers of texts and numbers that nothing changes afterwards.
struct ContextValue: @unchecked Sendable {
  private let value: Any?

  init(_ value: Any?) { self.value = value is NSNull ? nil : value }

  init(json: [UInt8]) { self.init(try? JSONSerialization.jsonObject(with: Data(json), options: .fragmentsAllowed)) }

  subscript(name: String) -> ContextValue { ContextValue((value as? [String: Any])?[name]) }

  var isPresent: Bool { value != nil }
  var isObject: Bool { value is [String: Any] }
  var names: [String] { ((value as? [String: Any])?.keys).map { $0.sorted() } ?? [] }
  var elements: [ContextValue] { (value as? [Any] ?? []).map { ContextValue($0) } }
  var text: String? { value as? String }
  var int: Int? { isBool ? nil : (value as? NSNumber).flatMap { Int(exactly: $0.doubleValue) ?? nil } }
  var bool: Bool? { isBool ? (value as? NSNumber)?.boolValue : nil }

  /// The value as JSON again.
  var json: [UInt8] {
    guard let value, let data = try? JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed) else {
      return Array("null".utf8)
    }
    return Array(data)
  }

  // A number is no truth value, although both come as the same class.
  private var isBool: Bool {
    guard let number = value as? NSNumber else { return false }
    return ["c", "B"].contains(String(cString: number.objCType))
  }
}

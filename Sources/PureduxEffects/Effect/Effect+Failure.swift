public import Foundation

extension Effect {
  /// The part of an error that a state can hold: enough to tell it from others, in a form that is stored and compared.
  ///
  /// The error itself may be anything, and need be neither `Codable` nor `Equatable`. Show `text` to the user, and compare
  /// `domain` and `code`, or `type`, to decide what to do.
  public struct Failure: Error, Codable, Hashable, Sendable {
    /// The full name of the error's type.
    public let type: String
    /// Where the error's code belongs, as Foundation has it.
    public let domain: String
    /// The error's number in its domain.
    public let code: Int
    /// What the error says of itself.
    public let text: String

    /// Keeps what a failure is made of; a failure is kept as it is.
    public init(_ error: any Error) {
      if let failure = error as? Failure {
        self = failure
        return
      }
      let bridged = error as NSError
      type = String(reflecting: Swift.type(of: error))
      domain = bridged.domain
      code = bridged.code
      text = Self.text(of: error)
    }

    /// The failure of work of which no error was given, as by `fail(nil)`.
    public static let unspecified = Failure(UnspecifiedError())

    private static func text(of error: any Error) -> String {
      if let text = (error as? any LocalizedError)?.errorDescription { return text }
      return Swift.type(of: error) is NSError.Type ? error.localizedDescription : String(describing: error)
    }
  }
}

/// Stands where work failed and nobody said why.
private struct UnspecifiedError: LocalizedError {
  var errorDescription: String? { "The effect failed, and no error was given." }
}

extension Effect.Failure: LocalizedError {
  public var errorDescription: String? { text }
}

extension Effect.Failure: CustomStringConvertible {
  public var description: String { "\(text) (\(type), \(domain) \(code))" }
}

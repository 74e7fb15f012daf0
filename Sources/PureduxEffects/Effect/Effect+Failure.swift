extension Effect {
  /// The part of an error that a state can hold: enough to tell it from others, in a form that is stored and compared.
  ///
  /// The error itself may be anything, and need be neither `Codable` nor `Equatable`. Show `text` to the user, and compare
  /// `domain` and `code`, or `type`, to decide what to do.
  public struct Failure: Error, Codable, Hashable, Sendable {
    /// The full name of the error's type.
    public let type: String
    /// Where the error's code belongs, as Foundation has it: the name of its type, or the domain of an `NSError`.
    public let domain: String
    /// The error's number in its domain.
    public let code: Int
    /// What the error says of itself.
    public let text: String

    /// Keeps what a failure is made of; a failure is kept as it is.
    ///
    /// The text is the error's description. On Apple's systems it is the one that a `LocalizedError` has for its user;
    /// elsewhere that would bring all of Foundation into each program, so conform to `CustomStringConvertible`, or give
    /// the text yourself with `init(_:text:)`.
    public init(_ error: any Error) {
      if let failure = error as? Failure { self = failure } else { self.init(error, text: error.text) }
    }

    /// Keeps what tells an error from others, with a text of your own.
    ///
    /// ```swift
    /// let failure = Effect.Failure(CancellationError(), text: "The server is asleep.")
    /// ```
    public init(_ error: any Error, text: String) {
      type = String(reflecting: Swift.type(of: error))
      domain = error._domain
      code = error._code
      self.text = text
    }

    /// The failure of work of which no error was given, as by `fail(nil)`.
    public static let unspecified = Failure(UnspecifiedError())
  }
}

/// Stands where work failed and nobody said why.
private struct UnspecifiedError: Error, CustomStringConvertible {
  var description: String { "The effect failed, and no error was given." }
}

extension Effect.Failure: CustomStringConvertible {
  public var description: String { "\(text) (\(type), \(domain) \(code))" }
}

// The only file of this module that knows Foundation. Each process of Apple's systems has it. Elsewhere the texts of
// `NSError` and `LocalizedError` alone would make a static program 50 MB larger.
#if canImport(Darwin)
  public import Foundation

  extension Error {
    /// What the error says of itself.
    var text: String {
      if let text = (self as? any LocalizedError)?.errorDescription { return text }
      return Swift.type(of: self) is NSError.Type ? localizedDescription : String(describing: self)
    }
  }

  extension Effect.Failure: LocalizedError {
    public var errorDescription: String? { text }
  }

  extension Effect.TimeoutError: LocalizedError {
    public var errorDescription: String? { description }
  }
#else
  extension Error {
    /// What the error says of itself.
    var text: String { String(describing: self) }
  }
#endif

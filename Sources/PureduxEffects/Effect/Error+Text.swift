// This is the only file in the module that uses Foundation. On Apple's platforms, Foundation is part of the system and
// adds nothing to a program's size. On other platforms, a reference to `LocalizedError` would add 7.5 MB to each
// statically linked program, and a reference to `NSError` would add 50 MB. Therefore, `LocalizedError` is looked up at
// run time. The lookup of the protocol succeeds if the program itself links Foundation.
#if canImport(Darwin)
  public import Foundation

  extension Error {
    /// The error's description.
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
    /// The error's description.
    var text: String { LocalizedErrors.text(of: self) ?? String(describing: self) }
  }

  /// Reads the description of a `LocalizedError` in programs that link Foundation.
  private enum LocalizedErrors {
    /// Mirrors Foundation's `LocalizedError`, with the same requirements in the same order.
    private protocol Twin: Error {
      var errorDescription: String? { get }
      var failureReason: String? { get }
      var recoverySuggestion: String? { get }
      var helpAnchor: String? { get }
    }

    /// The type `any LocalizedError`; nil in a program without Foundation, or if Foundation's protocol differs from
    /// `Twin`.
    private static let type: Any.Type? = {
      guard
        let type = _typeByName("20FoundationEssentials14LocalizedError_p"),
        let requirements = requirements(of: type), requirements == Self.requirements(of: (any Twin).self)
      else { return nil }
      return type
    }()

    static func text(of error: any Error) -> String? {
      func text<Localized>(as type: Localized.Type) -> String? {
        guard var error = error as? Localized else { return nil }
        return withUnsafePointer(to: &error) { pointer in
          // SAFETY: `Localized` and `any Twin` are both existentials of exactly one protocol, so each contains a value,
          // its type, and one witness table. The closure that initializes `type` verifies that the two protocols have
          // the same requirements in the same order, so the witness tables have the same layout. The pointer to the
          // error is valid during the call.
          UnsafeRawPointer(pointer).assumingMemoryBound(to: (any Twin).self).pointee.errorDescription
        }
      }
      return type.flatMap { _openExistential($0, do: text) }
    }

    /// The kinds of a protocol's requirements, in witness-table order; nil if `type` is not an existential of one
    /// protocol.
    private static func requirements(of type: Any.Type) -> [UInt32]? {
      // SAFETY: type metadata and descriptors are never freed, and have the layout documented by the Swift ABI: the
      // metadata of an existential type consists of its kind, flags, the number of protocols, and a reference to the
      // descriptor of each protocol. A descriptor has six 32-bit words; the fourth and fifth are the lengths of the two
      // lists that follow the descriptor. The first list contains conditions of three words each. The second list
      // contains requirements of two words each, beginning with the kind.
      let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
      let word = MemoryLayout<UInt>.size
      guard
        metadata.load(as: UInt.self) == 0x303,
        metadata.load(fromByteOffset: word + 4, as: UInt32.self) == 1
      else { return nil }
      let descriptor = metadata.load(fromByteOffset: word + 8, as: UnsafeRawPointer.self)
      let conditions = Int(descriptor.load(fromByteOffset: 12, as: UInt32.self))
      let count = Int(descriptor.load(fromByteOffset: 16, as: UInt32.self))
      return (0..<count).map { index in
        descriptor.load(fromByteOffset: 24 + 12 * conditions + 8 * index, as: UInt32.self)
      }
    }
  }
#endif

extension Equating {
  /// Compares one input of a selector: its version where it carries one, and otherwise the value, which is kept.
  ///
  /// Inlined, so that the version of a type that is known is read without a cast and without copying the value.
  @inlinable
  @inline(__always)
  static func input<Value: Equatable & Sendable>(_ read: @escaping @Sendable (State) -> Value) -> Equating {
    if let type = Value.self as? any Versioned.Type { return version(of: read, as: type) }
    return equal(read)
  }

  @inlinable
  static func version<Value, Input: Versioned>(
    of read: @escaping @Sendable (State) -> Value, as type: Input.Type
  ) -> Equating {
    equal { state in
      withUnsafePointer(to: read(state)) { pointer in
        // SAFETY: `Input` is `Value`, whose metatype was cast; the pointer is valid during the call.
        UnsafeRawPointer(pointer).assumingMemoryBound(to: Input.self).pointee.version
      }
    }
  }
}

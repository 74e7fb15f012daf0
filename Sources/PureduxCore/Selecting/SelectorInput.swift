/// One input of a selector: how it is read, and how a change of it is recognised.
@frozen
@usableFromInline
struct SelectorInput<State: Sendable, Value: Equatable & Sendable>: Sendable {
  @usableFromInline let read: @Sendable (State) -> Value
  /// Compares versions where values carry one, and otherwise the values, which it keeps.
  @usableFromInline let equating: Equating<State>

  @inlinable
  init(_ read: @escaping @Sendable (State) -> Value) {
    self.read = read
    if let type = Value.self as? any Versioned.Type {
      let reader = versionReader(type)
      // SAFETY: the reader is that of `Value`, whose metatype was cast; the pointer is valid during the call. A cast of
      // the value would copy it to the heap in each turn.
      equating = .equal { state in withUnsafePointer(to: read(state)) { reader.version(at: UnsafeRawPointer($0)) } }
    } else {
      equating = .equal(read)
    }
  }
}

/// Reads the versions of values of a type that is not known where they are compared.
@usableFromInline
protocol VersionReading: Sendable {
  // SAFETY: the pointer must be one to a value of the reader's type; the reader does not keep it.
  func version(at pointer: UnsafeRawPointer) -> Version
}

private struct VersionReader<Value: Versioned>: VersionReading {
  // SAFETY: as `VersionReading` says.
  func version(at pointer: UnsafeRawPointer) -> Version {
    pointer.assumingMemoryBound(to: Value.self).pointee.version
  }
}

@usableFromInline
func versionReader<Value: Versioned>(_: Value.Type) -> any VersionReading { VersionReader<Value>() }

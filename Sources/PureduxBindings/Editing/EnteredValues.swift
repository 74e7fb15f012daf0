/// The values that the user has entered in the fields of SwiftUI views, and that the state may not have yet.
final class EnteredValues<Field: Hashable & Sendable>: Sendable {
  private struct Edit: @unchecked Sendable {
    // SAFETY: the value was given to the action too, which goes to another thread, and is only copied and compared here.
    var value: Any
    /// How many edits of the field are not known to be reduced.
    var count: Int
  }

  private let edits = Guarded<[Field: Edit]>([:])
  private let keepsReduced: Bool

  /// - Parameter keepsReduced: whether a value is kept when its edits are reduced, until `removeReduced` is called.
  init(keepsReduced: Bool = false) { self.keepsReduced = keepsReduced }

  /// What the user entered last; nil when the state has it.
  func value<Value>(of field: Field) -> Value? {
    // Not by optional chaining: no edit would be cast to an edit of an optional value that is nil.
    guard let edit = edits.withLock({ $0[field] }) else { return nil }
    return edit.value as? Value
  }

  func begin<Value>(_ value: Value, of field: Field) {
    let edit = Edit(value: value, count: 1)
    edits.withLock { edits in
      let count = edits[field]?.count ?? 0
      edits[field] = edit
      edits[field]?.count += count
    }
  }

  /// One edit of the field is reduced. Returns whether it was the last one, so that the state has what was entered.
  func end(of field: Field) -> Bool {
    edits.withLock { edits in
      guard let edit = edits[field] else { return true }
      edits[field]?.count -= 1
      if edit.count == 1, !keepsReduced { edits[field] = nil }
      return edit.count == 1
    }
  }

  /// Lets go of what is reduced, for the state is read next.
  func removeReduced() {
    edits.withLock { edits in edits = edits.filter { $0.value.count > 0 } }
  }
}

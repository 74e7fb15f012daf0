/// Something other than a turn that happened in a recorded tree.
package struct RecordedNote: Sendable {
  package let kind: StoreEvent.Kind
  package let store: UInt64
  package let storeName: String?
  /// The cell of a store that was made or has gone.
  package let cell: ObjectIdentifier?
}

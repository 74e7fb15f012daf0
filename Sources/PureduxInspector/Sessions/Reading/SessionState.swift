/// The state of one cell before the steps that change it.
struct SessionState: Sendable {
  let cell: Int
  let store: UInt64
  /// How far above the store on its path: 0 for the store's own state.
  let level: Int
  let after: UInt64
  let value: SessionValue
}

/// The new props of one binding, ready to be shown.
struct Update: Sendable {
  /// The number of the binding. Updates are shown in this order.
  let number: UInt64
  /// Shows them, if they are still wanted.
  let show: @MainActor @Sendable () -> Void
}

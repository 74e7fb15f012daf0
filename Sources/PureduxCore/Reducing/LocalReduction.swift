/// How the own state of a child is reduced. A child that does not read its parent pays nothing for those that do.
@usableFromInline
protocol LocalReduction<Local, Action>: Sendable {
  associatedtype Local
  associatedtype Action

  func reduce(_ local: inout Local, _ action: Action, _ locked: borrowing LockToken)
  /// The same reduction, with a context in force meanwhile.
  func inside(_ context: StoreContext) -> Self
}

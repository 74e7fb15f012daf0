/// The props that a binding showed last, and whether others differ from them.
final class ShownProps<Props>: Sendable {
  private let last = Guarded<UncheckedTransfer<Props>?>(nil)

  /// Nil where the props cannot be compared.
  init?() {
    guard Props.self is any Equatable.Type else { return nil }
  }

  /// Whether these differ from the last. They are the last ones from then on.
  ///
  /// Props are made one after another, so nobody else asks meanwhile. They are compared and released outside the lock.
  func differ(_ props: UncheckedTransfer<Props>) -> Bool {
    if let last = last.withLock({ $0 }), let shown = last.value as? any Equatable, equal(shown, props.value) {
      return false
    }
    let old = last.withLock { last in
      defer { last = props }
      return last
    }
    return withExtendedLifetime(old) { true }
  }

  private func equal<Value: Equatable>(_ shown: Value, _ new: Props) -> Bool { new as? Value == shown }
}

internal import Observation

/// A part of a state that was read, until it changes. A part that cannot be compared changes with every state.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
class ObservedPart<State>: Observable {
  private let registrar = ObservationRegistrar()
  /// Stands for the value, which is in the store.
  private var observed: Void { () }

  func isChanged(in state: State) -> Bool { true }

  func access() { registrar.access(self, keyPath: \.observed) }

  func invalidate() { registrar.withMutation(of: self, keyPath: \.observed) {} }
}

internal import Observation

/// A part of a state that was read and can be compared, until it changes.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
final class ComparedPart<State, Part: Equatable>: ObservedPart<State> {
  /// The value that was read first.
  let value: Part
  /// Whether another value was read since. Then one of the readers shows an old value, whatever the state is.
  var isOutdated = false
  private let path: KeyPath<State, Part>

  init(_ path: KeyPath<State, Part>, _ value: Part) {
    self.path = path
    self.value = value
  }

  override func isChanged(in state: State) -> Bool { isOutdated || state[keyPath: path] != value }
}

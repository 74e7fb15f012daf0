internal import Observation

/// Tells those who read a field when its edits are reduced, for the state may have another value then.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
final class EditObservation: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  /// Stands for the value, which is in the store.
  private var edited: Void { () }

  /// A few for all fields, so that none has to be forgotten: a view is told of another field's edit now and then.
  private static let all = (0..<64).map { _ in EditObservation() }

  static func of(_ field: some Hashable) -> EditObservation { all[abs(field.hashValue % all.count)] }

  func access() { registrar.access(self, keyPath: \.edited) }

  func invalidate() { registrar.withMutation(of: self, keyPath: \.edited) {} }
}

import PureduxPersistence
import PureduxTesting

extension Recorder<PersistenceError> {
  /// The kinds of the problems that were reported since the last call.
  func kinds() -> [PersistenceError.Kind] { removeAll().map(\.kind) }
}

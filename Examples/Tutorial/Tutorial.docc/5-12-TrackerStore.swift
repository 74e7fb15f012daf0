import Puredux
import PureduxPersistence

extension Tracker {
  /// The store of the application, whose issues and unsent changes outlive the process.
  static func store(in storage: any PersistenceStorage) -> (store: StateStore<Tracker, Action>, file: Persistence) {
    let store = StateStore(feature: Tracker(), named: "tracker") { $0.reduce($1) }
    return (store, store.persist(\.list.board, in: Archive(storage)))
  }
}

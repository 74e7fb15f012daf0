#if canImport(SwiftUI)
  import Puredux
  import PureduxPersistence
  import SwiftUI

  struct TrackerPreview: PreviewProvider {
    static var previews: some View { TrackerView(store: offline) }

    /// The application after a change without a network.
    static var offline: StateStore<Tracker, Tracker.Action> {
      let store = Dependencies.with {
        $0.issueServer.issues = { throw Offline() }
        $0.issueServer.save = { _ in throw Offline() }
      } operation: {
        Tracker.store(in: MemoryStorage()).store
      }
      store.dispatch(.list(.add("Write the release notes")))
      return store
    }
  }
#endif

#if canImport(SwiftUI)
  import Foundation
  import Puredux
  import PureduxPersistence
  import SwiftUI

  struct IssuesApp: App {
    @Environment(\.scenePhase) private var scenePhase
    private let store: StateStore<Tracker, Tracker.Action>
    private let file: Persistence

    init() {
      let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
      (store, file) = Dependencies.with {
        $0.issueServer = IssueServer(at: URL(string: "https://issues.example.com")!)
      } operation: {
        Tracker.store(in: FileStorage(folder.appending(path: "issues.json")))
      }
    }

    var body: some Scene {
      WindowGroup {
        TrackerView(store: store)
          .onChange(of: scenePhase) { _, phase in
            if phase == .active { store.dispatch(.connected) }
            if phase == .background { Task { await file.flush() } }
          }
      }
    }
  }
#endif

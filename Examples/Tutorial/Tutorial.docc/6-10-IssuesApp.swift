#if canImport(SwiftUI)
  import Foundation
  import Puredux
  import PureduxPersistence
  import SwiftUI

  struct IssuesApp: App {
    private static let file = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
      .appending(path: "issues.json")
    private let store = Tracker.store(in: FileStorage(Self.file)).store

    var body: some Scene {
      WindowGroup { TrackerView(store: store) }
    }
  }
#endif

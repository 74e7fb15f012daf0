import Foundation
import Puredux
import PureduxPersistence

/// Settings that outlive the program: in a file, in the user defaults, or in memory for a test.
struct Reading: Feature, Equatable, Codable {
  enum Action: Equatable, Sendable { case larger, smaller, dark(Bool) }

  var fontSize = 12
  var isDark = false

  mutating func reduce(_ action: Action) {
    switch action {
    case .larger: fontSize += 1
    case .smaller: fontSize = max(8, fontSize - 1)
    case .dark(let isDark): self.isDark = isDark
    }
  }

  /// A store that starts with the saved state, and saves each change.
  static func store(in storage: any PersistenceStorage) -> (StateStore<Reading, Action>, Persistence) {
    let archive = Archive<Reading>(storage)
    let store = StateStore(feature: archive.restore() ?? Reading()) { $0.reduce($1) }
    return (store, store.persist(in: archive))
  }
}

/// A key of the user defaults.
struct DefaultsStorage: PersistenceStorage {
  let name: String

  func claim() -> PersistenceClaim { PersistenceClaim {} }
  func read() -> Data? { UserDefaults.standard.data(forKey: name) }

  func write(_ data: Data, keepingOld: Bool) -> String? {
    let kept = keepingOld ? "\(name).old" : nil
    if let kept { UserDefaults.standard.set(read(), forKey: kept) }
    UserDefaults.standard.set(data, forKey: name)
    return kept
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  struct ReadingView: View {
    let store: StateStore<Reading, Reading.Action>

    var body: some View {
      StoreView(store) { reading, dispatch in
        Text("size \(reading.fontSize)")
        Button("Larger") { dispatch(.larger) }
        Toggle("Dark", isOn: store.binding(\.isDark) { .dark($0) })
      }
    }
  }
#endif

extension Study {
  static let savedState = Study("saved-state", .sharing, "Settings in a file, or in the user defaults") {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    do {
      let (store, saving) = Reading.store(in: FileStorage(file))
      let stage = Stage(store) { "size \($0.fontSize), \($0.isDark ? "dark" : "light")" }
      for action in [Reading.Action.larger, .larger, .dark(true)] { await stage.send(action) }
      await saving.flush()
    }
    print("    the file: \(try String(contentsOf: file, encoding: .utf8))")
    print("    after the next launch: size \(Reading.store(in: FileStorage(file)).0.state.fontSize)")
  }
}

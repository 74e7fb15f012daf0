import Puredux

/// A feature that contains itself, to any depth. Each folder's work has a path of its own.
struct Folder: Feature, Equatable, Identifiable {
  indirect enum Action: Equatable, Sendable {
    case rename(String), saved, add, remove(Folder.ID)
    case folder(Folder.ID, Folder.Action)
  }

  let id: Int
  var name: String
  var folders: OrderedState<Folder> = []
  var saving = Effect.State.idle()

  mutating func reduce(_ action: Action) {
    switch action {
    case .rename(let name):
      self.name = name
      saving.restart()
    case .saved: saving.succeed()
    case .add: folders.append(Folder(id: folders.count, name: "\(name).\(folders.count)"))
    case .remove(let id): folders.remove(id: id)
    case .folder(let id, let action): folders[id: id]?.reduce(action)
    }
  }

  static let effects: Effects = [
    .effect(\.saving, name: "save") { _, dispatch in
      Effect {
        try await StoreContext.current.clock.sleep(.milliseconds(100))
        dispatch(.saved)
      }
    },
    .parts(\.folders, Action.folder),
  ]

  /// The names, with inner folders in brackets, and an asterisk after a name that is being saved.
  var outline: String {
    name + (saving.isInProgress ? "*" : "")
      + (folders.isEmpty ? "" : "[\(folders.map(\.outline).joined(separator: " "))]")
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  struct FolderView: View {
    let store: StateStore<Folder, Folder.Action>

    var body: some View {
      StoreView(store) { folder, dispatch in
        Text(folder.name)
        Button("Add to \(folder.name)") { dispatch(.add) }
        // A view that contains itself needs type erasure.
        ForEach(folder.folders) { inner in
          AnyView(FolderView(store: store.part(\.folders, initial: inner, Folder.Action.folder)))
        }
      }
    }
  }
#endif

extension Study {
  static let recursion = Study("recursion", .reuse, "A feature that contains itself") {
    let stage = Stage(StateStore(feature: Folder(id: 0, name: "a")) { $0.reduce($1) }) { $0.outline }
    for action in [Folder.Action.add, .folder(0, .add), .add, .folder(0, .folder(0, .rename("deep")))] {
      await stage.send(action)
    }
    await stage.wait { !$0.outline.contains("*") }
    await stage.send(.remove(0))
  }
}

import Puredux
import PureduxHistory

/// A slider, with one undo step for each drag.
struct Photo: Undoable, Equatable, Codable {
  var brightness = 50
  var title = "Photo"

  static let undone: [UndoPart<Photo>] = [.value("brightness", \.brightness), .value("title", \.title)]
}

struct PhotoEditor: Feature, Equatable {
  enum Action: Equatable, Sendable { case drag(Int), released, rename(String), undo, redo }

  var photo = Photo()
  var history = History<Photo>()

  mutating func reduce(_ action: Action) {
    switch action {
    case .drag(let brightness):
      history.change(&photo, .coalesced("brightness", pause: nil).named("Brightness")) { $0.brightness = brightness }
    case .released: history.closeGroup()
    case .rename(let title): history.change(&photo, .single.named("Rename")) { $0.title = title }
    case .undo: history.undo(&photo)
    case .redo: history.redo(&photo)
    }
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  struct PhotoEditorView: View {
    let store: StateStore<PhotoEditor, PhotoEditor.Action>

    var body: some View {
      StoreView(store) { editor, dispatch in
        Text("\(editor.photo.title): \(editor.photo.brightness)")
        Slider(value: brightness, in: 0...100) { isDragging in if !isDragging { dispatch(.released) } }
        Button("Undo \(editor.history.undoName ?? "")") { dispatch(.undo) }
        Button("Redo \(editor.history.redoName ?? "")") { dispatch(.redo) }
      }
      // For the Undo menu and shake-to-undo.
      .undoable(store, \.history, undo: .undo, redo: .redo)
    }

    private var brightness: Binding<Double> {
      Binding(get: { Double(store.state.photo.brightness) }, set: { store.dispatch(.drag(Int($0))) })
    }
  }
#endif

extension Study {
  static let gestureUndo = Study("gesture-undo", .scale, "A drag that is undone in one step") {
    let stage = Stage(StateStore(feature: PhotoEditor()) { $0.reduce($1) }) { editor in
      "\(editor.photo.title) at \(editor.photo.brightness), undo: \(editor.history.undoName ?? "nothing")"
    }
    for action in [
      PhotoEditor.Action.drag(55), .drag(63), .drag(70), .released, .rename("Sea"), .undo, .undo, .redo,
    ] { await stage.send(action) }
  }
}

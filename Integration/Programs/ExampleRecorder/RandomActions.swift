import NotesModel
import PureduxChildren
import PureduxCore
import TodoModel

/// The same numbers in each process.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension TodoAction {
  static func random(_ random: inout some RandomNumberGenerator) -> TodoAction {
    let id = Int.random(in: 0..<12, using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return .add("item \"\(id)\" é\n")
    case 1: return .edit(id, "edited \(id)")
    case 2: return .note(id, "a note")
    case 3, 4: return .toggle(id)
    case 5: return .remove(id)
    case 6: return .move(id, before: id % 3 == 0 ? nil : id / 2)
    case 7: return .undo
    case 8: return .redo
    case 9: return .select(by: id - 6)
    case 10: return .nextFilter
    default: return .showMessage("message \(id)")
    }
  }
}

extension NotesAction {
  static func random(_ random: inout some RandomNumberGenerator) -> NotesAction {
    let id = Int.random(in: 1..<30, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return .open(id)
    case 1: return .edit(id.isMultiple(of: 2) ? id : nil)
    case 2, 3: return .save(Editor(id: id, note: nil), "text \(id)")
    case 4: return .askToDelete(id)
    case 5: return .answered(id < 4 ? .confirmed(id) : nil)
    case 6: return .signedIn("user \(id)")
    default: return id < 10 ? .undo : .signInFailed("reason \(id)")
    }
  }
}

extension NotesStores {
  /// Performs an action that the displayed screens permit.
  func dispatch(_ random: inout some RandomNumberGenerator) {
    let id = Int.random(in: 1..<6, using: &random)
    guard let signedIn else {
      form?.dispatch(.typed("user \(id)"))
      return root.dispatch(.signedIn("user \(id)"))
    }
    switch Int.random(in: 0..<9, using: &random) {
    case 0: signedIn.list.dispatch(.select(by: id - 3))
    case 1: root.dispatch(.open(id))
    case 2: root.dispatch(.edit(id.isMultiple(of: 2) ? id : nil))
    case 3, 4:
      if let editor = root.state.editor, let store = signedIn.editors.only {
        store.dispatch(.typed("text \(id)"))
        store.dispatch(.save(editor, "text \(id)"))
      }
    case 5: root.dispatch(.askToDelete(id))
    case 6: root.dispatch(.answered(id == 1 ? .confirmed(id) : nil))
    case 7: root.dispatch(.undo)
    default: if id == 5 { root.dispatch(.signOut) }
    }
  }
}

extension NotesState {
  /// The state for a link, for example `notes/2/edit`; nil for an invalid link.
  ///
  /// A link is a state, so no sequence of steps is needed. If nobody is signed in yet, the screens appear after signing
  /// in.
  package init?(link: String) {
    self.init()
    let parts = link.split(separator: "/")
    switch (parts.first, parts.count) {
    case ("notes", 1): return
    case ("notes", 2) where parts[1] == "new": editor = Editor(id: 0, note: nil)
    case ("notes", 2...3):
      guard let id = Int(parts[1]), self[id] != nil else { return nil }
      path = [.note(id)]
      guard parts.count == 3 else { return }
      guard parts[2] == "edit" else { return nil }
      editor = Editor(id: 0, note: id)
    default: return nil
    }
  }
}

internal import CGTK
internal import GTKSupport
internal import TodoModel

/// A row of the list: a drag handle, a checkbox, the editable text, and the note.
@MainActor
final class TodoRowView: RowView {
  private(set) var item = TodoItem(id: -1, text: "")
  private let handle = gtk_image_new_from_icon_name("list-drag-handle-symbolic")!
  private let check = gtk_check_button_new()!
  private let text = gtk_editable_label_new("")!
  private let note = gtk_label_new("")!
  private let details = makeIconButton("go-next-symbolic", "Details")
  let widget: Widget
  private let dispatch: @MainActor (TodoAction) -> Void
  private var isShowing = false

  /// - Parameter next: Returns the number of the row that follows another.
  init(
    dispatch: @escaping @MainActor (TodoAction) -> Void, next: @escaping @MainActor (TodoItem.ID) -> TodoItem.ID?
  ) {
    self.dispatch = dispatch
    widget = makeBox(GTK_ORIENTATION_HORIZONTAL, spacing: 8, handle, check, text, note, details)
    layOut()
    check.on("toggled") { [weak self] in self?.send { .toggle($0.id) } }
    text.on("notify::editing") { [weak self] in self?.endEditing() }
    // By itself, the label stops editing in a timeout that outlives the label (GTK 4.8), and takes the focus back.
    text.removeFocusControllers()
    text.onFocusLost { [weak self] in self?.finish() }
    details.on("clicked") { [weak self] in self?.send { .window(.toggleDetails($0.id)) } }
    handle.allowDragging { [weak self] in self?.item.id }
    widget.allowDropping { [weak self] dragged, isLowerHalf in
      self?.send { .move(dragged, before: isLowerHalf ? next($0.id) : $0.id) }
    }
  }

  func show(_ item: TodoItem) {
    if item.id != self.item.id { finish() }
    isShowing = true
    defer { isShowing = false }
    self.item = item
    gtk_check_button_set_active(check.cast(), item.isDone.gboolean)
    text.setClass("done", item.isDone)
    // The text that is being edited stays, even if the item changes in the meantime.
    if !isEditing { gtk_editable_set_text(text.opaque, item.text) }
    gtk_label_set_text(note.opaque, item.note)
    text.setAccessibleLabel("Text of \(item.text)")
    check.setAccessibleLabel("Done: \(item.text)")
    details.setAccessibleLabel("Details of \(item.text)")
    handle.setAccessibleLabel("Move \(item.text)")
  }

  func finish() {
    guard isEditing else { return }
    // Otherwise, the label would take the focus from the widget that the user has chosen.
    gtk_widget_set_can_focus(text, 0)
    gtk_editable_label_stop_editing(text.opaque, 1)
    gtk_widget_set_can_focus(text, 1)
  }

  func edit() { gtk_editable_label_start_editing(text.opaque) }

  private var isEditing: Bool { gtk_editable_label_get_editing(text.opaque) != 0 }

  /// Pressing Enter or leaving the field saves the typed text. Escape has restored the old text before this.
  private func endEditing() {
    guard !isEditing else { return }
    let typed = String(cString: gtk_editable_get_text(text.opaque))
    guard typed != item.text else { return }
    if typed.isEmpty { gtk_editable_set_text(text.opaque, item.text) } else { send { .edit($0.id, typed) } }
  }

  private func send(_ action: (TodoItem) -> TodoAction) {
    if !isShowing { dispatch(action(item)) }
  }

  private func layOut() {
    gtk_widget_set_cursor_from_name(handle, "grab")
    handle.setClass("dim-label")
    gtk_widget_set_valign(check, GTK_ALIGN_CENTER)
    gtk_widget_set_hexpand(text, 1)
    // A long text is cut, and does not make the window wider.
    if let label = gtk_widget_get_first_child(text).flatMap(gtk_widget_get_first_child) {
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    }
    gtk_label_set_ellipsize(note.opaque, PANGO_ELLIPSIZE_END)
    gtk_label_set_max_width_chars(note.opaque, 18)
    note.setClass("dim-label")
    details.setClass("flat")
    widget.setMargins(horizontal: 4, vertical: 2)
  }
}

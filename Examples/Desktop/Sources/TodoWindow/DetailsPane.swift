internal import CGTK
internal import GTKSupport
internal import Puredux
internal import TodoModel

/// The details of an item, with its note in a field.
@MainActor
final class DetailsPane {
  let widget: Widget
  private let title = gtk_label_new("")!
  private let state = gtk_label_new("")!
  private let note = TextField(gtk_entry_new())
  private let close = makeIconButton("window-close-symbolic", "Close details")
  private let store: TodoWindowStore
  private var id: TodoItem.ID?

  init(_ store: TodoWindowStore) {
    self.store = store
    let label = gtk_label_new("Note")!
    widget = makeBox(
      GTK_ORIENTATION_VERTICAL, spacing: 8,
      makeBox(GTK_ORIENTATION_HORIZONTAL, spacing: 8, title, close), state, label, note.widget)
    for label in [title, state, label] { gtk_label_set_xalign(label.opaque, 0) }
    gtk_label_set_wrap(title.opaque, 1)
    gtk_label_set_wrap_mode(title.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_widget_set_hexpand(title, 1)
    title.setClass("title-4")
    gtk_widget_set_valign(close, GTK_ALIGN_START)
    close.setClass("flat")
    for label in [state, label] { label.setClass("dim-label") }
    gtk_entry_set_placeholder_text(note.widget.cast(), "Add a note")
    note.widget.setAccessibleLabel("Note")
    gtk_widget_set_size_request(widget, 220, -1)
    // Otherwise, it would take the width that its title requests.
    gtk_widget_set_hexpand(widget, 0)
    widget.setMargins(horizontal: 14, vertical: 14)
    close.on("clicked") { store.dispatch(.window(.showDetails(nil))) }
    show(nil)
  }

  func show(_ item: TodoItem?) {
    gtk_widget_set_visible(widget, (item != nil).gboolean)
    gtk_label_set_text(title.opaque, item?.text ?? "")
    gtk_label_set_text(state.opaque, item?.isDone == true ? "Done" : "Open")
    if item?.id != id { editNote(of: item?.id) }
  }

  private func editNote(of id: TodoItem.ID?) {
    self.id = id
    note.edit { show in
      id.map { id in
        FieldEditor(
          store, { $0.0.list[id]?.note ?? "" }, edit: { .typeNote(id, $0) }, show: show)
      }
    }
  }
}

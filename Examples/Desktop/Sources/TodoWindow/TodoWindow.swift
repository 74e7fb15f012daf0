package import CGTK
package import GTKSupport
internal import Puredux
package import TodoModel

/// A window that shows the list, with its own store below the application's.
@MainActor
package final class TodoWindow {
  package let widget: Widget
  /// Called after the window displays a change, for measurements.
  package var onShow: (@MainActor (TodoWindowProps) -> Void)?

  private let store: TodoWindowStore
  private let list: RowListView<TodoRowView>
  private let details: DetailsPane
  private let filters: FilterBar
  private let syncBar: SyncBar
  private let entry = gtk_entry_new()!
  /// Shown in place of rows.
  private let emptyText = gtk_label_new("")!
  private let undo = makeIconButton("edit-undo-symbolic", "Undo")
  private let redo = makeIconButton("edit-redo-symbolic", "Redo")
  private let dark = makeIconButton("weather-clear-night-symbolic", "Dark")
  /// Ends the updates when the window is closed, even if this object lives longer.
  private var subscription: StoreSubscription?
  private var shown: TodoWindowProps?
  private var isOpen = true

  package init(_ root: TodoStore, in application: UnsafeMutablePointer<GtkApplication>) {
    let store = root.window()
    self.store = store
    widget = gtk_application_window_new(application)
    // Rows request their neighbours, and the list creates rows.
    weak var rows: RowListView<TodoRowView>?
    list = RowListView {
      TodoRowView(dispatch: store.dispatch) { id in rows?.neighbor(of: id, at: 1)?.id }
    }
    rows = list
    details = DetailsPane(store)
    filters = FilterBar(store)
    syncBar = SyncBar(dispatch: store.dispatch)
    layOut()
    connect()
    subscription = store.bind(props: { state, _ in TodoWindowProps(state.0, state.1) }) { [weak self] props, _ in
      self?.show(props)
    }
    widget.on("destroy") { [weak self] in
      self?.isOpen = false
      self?.subscription = nil
    }
  }

  /// Shows the parts one after another. Updating one of them may close the window, which destroys the rest.
  private func show(_ props: TodoWindowProps) {
    shown = props
    let parts: [() -> Void] = [
      { self.list.show(props.rows) }, { gtk_label_set_text(self.emptyText.opaque, props.emptyText) },
      { self.details.show(props.details) }, { self.filters.show(props.filter) },
      { self.syncBar.show(props) }, { gtk_widget_set_sensitive(self.undo, props.canUndo.gboolean) },
      { gtk_widget_set_sensitive(self.redo, props.canRedo.gboolean) }, { self.onShow?(props) },
    ]
    for part in parts where isOpen { part() }
  }

  private func connect() {
    entry.on("activate") { [weak self] in self?.add() }
    undo.on("clicked") { [store] in store.dispatch(.undo) }
    redo.on("clicked") { [store] in store.dispatch(.redo) }
    dark.on("clicked") { [weak self] in
      if let self { store.dispatch(.setDark(shown?.isDark != true)) }
    }
    list.widget.on("activate") { [weak self] arguments in
      if let self { store.dispatch(.window(.showDetails(list.rows[arguments.position(at: 0)].id))) }
    }
    widget.onKeys("<Control>z", isGlobal: true) { [store] in store.dispatch(.undo) }
    widget.onKeys("<Control><Shift>z", isGlobal: true) { [store] in store.dispatch(.redo) }
    widget.onKeys("<Control>f", isGlobal: true) { [filters] in gtk_widget_grab_focus(filters.search.widget) }
    widget.onKeys("<Control>n", isGlobal: true) { [entry] in gtk_widget_grab_focus(entry) }
    widget.onKeys("<Control>w", isGlobal: true) { [widget] in gtk_window_close(widget.cast()) }
    onSelected("Delete") { list, row in .remove(row.id) }
    onSelected("<Alt>Up") { list, row in list.neighbor(of: row.id, at: -1).map { .move(row.id, before: $0.id) } }
    onSelected("<Alt>Down") { list, row in
      list.neighbor(of: row.id, at: 1).map { .move(row.id, before: list.neighbor(of: $0.id, at: 1)?.id) }
    }
    onSelected("F2") { list, row in
      list.view(of: row.id)?.edit()
      return nil
    }
  }

  /// Dispatches an action for the selected row when the keys are pressed in the list.
  private func onSelected(
    _ keys: String, _ action: @escaping @MainActor (RowListView<TodoRowView>, TodoItem) -> TodoAction?
  ) {
    list.widget.onKeys(keys) { [weak self] in
      guard let self, let row = list.selectedRow, let action = action(list, row) else { return }
      store.dispatch(action)
    }
  }

  private func add() {
    let text = String(cString: gtk_editable_get_text(entry.opaque))
    guard !text.isEmpty else { return }
    store.dispatch(.add(text))
    gtk_editable_set_text(entry.opaque, "")
  }

  private func layOut() {
    gtk_window_set_title(widget.cast(), "Todo")
    gtk_window_set_default_size(widget.cast(), 640, 520)
    let bar = gtk_header_bar_new()!
    for button in [undo, redo] { gtk_header_bar_pack_start(bar.opaque, button) }
    gtk_header_bar_pack_end(bar.opaque, dark)
    gtk_window_set_titlebar(widget.cast(), bar)

    gtk_entry_set_placeholder_text(entry.cast(), "What is to be done?")
    entry.setAccessibleLabel("New item")
    let scrolled = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_policy(scrolled.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scrolled.opaque, list.widget)
    let rows = gtk_overlay_new()!
    gtk_overlay_set_child(rows.opaque, scrolled)
    emptyText.setClass("dim-label")
    gtk_label_set_ellipsize(emptyText.opaque, PANGO_ELLIPSIZE_END)
    gtk_widget_set_can_target(emptyText, 0)
    gtk_overlay_add_overlay(rows.opaque, emptyText)
    gtk_widget_set_vexpand(rows, 1)
    gtk_widget_set_hexpand(rows, 1)
    list.widget.setClass("separators")
    let top = makeBox(GTK_ORIENTATION_VERTICAL, spacing: 8, entry, filters.widget)
    top.setMargins(horizontal: 12, vertical: 10)
    gtk_window_set_child(
      widget.cast(),
      makeBox(
        GTK_ORIENTATION_VERTICAL, top, gtk_separator_new(GTK_ORIENTATION_HORIZONTAL),
        makeBox(
          GTK_ORIENTATION_HORIZONTAL, rows, gtk_separator_new(GTK_ORIENTATION_VERTICAL), details.widget),
        gtk_separator_new(GTK_ORIENTATION_HORIZONTAL), syncBar.widget))
  }
}

internal import CGTK
public import PureduxBindings
public import PureduxCollections

/// A list of any number of rows, of which only the visible ones have widgets.
///
/// Rows are values. GTK is notified of the positions of inserted and removed rows, and gets empty objects for the
/// visible ones. The contents of a row are looked up by its position.
@MainActor
public final class RowListView<View: RowView> {
  /// The list, which belongs in a scrolled window.
  public let widget: Widget
  public private(set) var rows = OrderedState<View.Row>()
  /// Nil after the widget, which owns them, was destroyed.
  private var model: UnsafeMutablePointer<RowModel>?
  private var selection: OpaquePointer?
  private var views: [OpaquePointer: ShownRow] = [:]

  private struct ShownRow {
    let view: View
    /// GTK releases a row before it reports that.
    let widget: RetainedObject
    /// Nil if it displays none.
    var row: View.Row?
  }

  public init(_ makeView: @escaping @MainActor () -> View) {
    let model: UnsafeMutablePointer<RowModel> = g_object_new_with_properties(rowModelType, 0, nil, nil).cast()
    let (selection, factory) = (gtk_single_selection_new(model.opaque)!, gtk_signal_list_item_factory_new()!)
    gtk_single_selection_set_autoselect(selection, 0)
    gtk_single_selection_set_can_unselect(selection, 1)
    widget = gtk_list_view_new(selection, factory)
    (self.model, self.selection) = (model, selection)
    factory.on("setup") { [weak self] arguments in self?.setUp(arguments.pointer(at: 0), makeView()) }
    factory.on("bind") { [weak self] arguments in self?.refresh(OpaquePointer(arguments.pointer(at: 0))) }
    factory.on("unbind") { [weak self] in self?.views[OpaquePointer($0.pointer(at: 0))]?.row = nil }
    factory.on("teardown") { [weak self] in
      let shown = self?.views.removeValue(forKey: OpaquePointer($0.pointer(at: 0)))
      withExtendedLifetime(shown) { shown?.view.finish() }
    }
    widget.on("destroy") { [weak self] in
      self?.model = nil
      self?.selection = nil
    }
  }

  /// Replaces the displayed rows. Rows that stay keep their widgets, and the list keeps its scroll position.
  public func show(_ new: OrderedState<View.Row>) {
    guard let model, let selection else { return }
    let splices = new.splices(since: rows)
    rows = new
    // A handler may close the window in the meantime, which destroys the widgets.
    let kept: [UnsafeMutableRawPointer] = [model.raw, selection.raw]
    for object in kept { g_object_ref(object) }
    defer { for object in kept { g_object_unref(object) } }
    for splice in splices where self.model != nil {
      let (removed, inserted) = (guint(splice.removed), guint(splice.inserted))
      model.pointee.count = model.pointee.count - removed + inserted
      g_list_model_items_changed(model.opaque, guint(splice.position), removed, inserted)
    }
    for item in Array(views.keys) { refresh(item) }
  }

  /// The row that the keyboard has selected.
  public var selectedRow: View.Row? {
    guard let selection else { return nil }
    let position = Int(gtk_single_selection_get_selected(selection))
    return rows.indices.contains(position) ? rows[position] : nil
  }

  /// The row at this distance after another one.
  public func neighbor(of id: View.Row.ID, at distance: Int) -> View.Row? {
    guard let position = rows.index(id: id), rows.indices.contains(position + distance) else { return nil }
    return rows[position + distance]
  }

  /// The view of a row, if the row is visible.
  public func view(of id: View.Row.ID) -> View? { views.values.first { $0.row?.id == id }?.view }

  private func setUp(_ item: UnsafeMutableRawPointer, _ view: View) {
    views[OpaquePointer(item)] = ShownRow(view: view, widget: RetainedObject(view.widget))
    gtk_list_item_set_child(OpaquePointer(item), view.widget)
  }

  private func refresh(_ item: OpaquePointer) {
    guard let shown = views[item] else { return }
    let position = Int(gtk_list_item_get_position(item))
    guard rows.indices.contains(position), shown.row != rows[position] else { return }
    views[item]?.row = rows[position]
    shown.view.show(rows[position])
  }
}

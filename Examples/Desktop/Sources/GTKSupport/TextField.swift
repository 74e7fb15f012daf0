internal import CGTK
public import PureduxBindings

/// A GTK field, and the editor that synchronizes it with a part of a state.
@MainActor
public final class TextField {
  /// Any `GtkEditable`.
  public let widget: Widget
  private var editor: FieldEditor<String>?
  private var isShowing = false

  public init(_ widget: Widget) {
    self.widget = widget
    widget.on("changed") { [weak self] in
      guard let self, !isShowing else { return }
      editor?.edit(text)
    }
  }

  public var text: String { String(cString: gtk_editable_get_text(widget.opaque)) }

  /// Shows and edits another part of a state, or nothing.
  ///
  /// - Parameter makeEditor: Creates the editor, which must call `show`.
  public func edit(_ makeEditor: (_ show: @escaping @MainActor (String) -> Void) -> FieldEditor<String>?) {
    editor = makeEditor { [weak self] in self?.show($0) }
    show(editor?.value ?? "")
  }

  /// Shows a text that the user has not typed, and keeps the cursor at its place in the text.
  private func show(_ new: String) {
    let old = text
    guard new != old else { return }
    let cursor = TextEdit(from: old, to: new).cursor(at: Int(gtk_editable_get_position(widget.opaque)))
    isShowing = true
    defer { isShowing = false }
    gtk_editable_set_text(widget.opaque, new)
    gtk_editable_set_position(widget.opaque, Int32(cursor))
  }
}

internal import CGTK

@MainActor
extension ObjectPointer {
  /// Calls `action` when the keys are pressed in the widget, for example `<Control>z`.
  ///
  /// - Parameter isGlobal: Whether the keys work in the whole window of the widget.
  public func onKeys(_ keys: String, isGlobal: Bool = false, _ action: @escaping @MainActor () -> Void) {
    let controller = gtk_shortcut_controller_new()!
    gtk_shortcut_controller_set_scope(
      controller.opaque, isGlobal ? GTK_SHORTCUT_SCOPE_GLOBAL : GTK_SHORTCUT_SCOPE_LOCAL)
    let callback = gtk_callback_action_new(
      { _, _, data in
        // SAFETY: GTK lends the pointer for the duration of this call, on the main thread, which `assumeIsolated`
        // checks.
        nonisolated(unsafe) let data = data!
        MainActor.assumeIsolated { Unmanaged<Shortcut>.fromOpaque(data).takeUnretainedValue().action() }
        return gboolean(1)
      }, Unmanaged.passRetained(Shortcut(action)).toOpaque(),
      { data in Unmanaged<Shortcut>.fromOpaque(data!).release() })
    guard let trigger = gtk_shortcut_trigger_parse_string(keys) else { preconditionFailure("no such keys: \(keys)") }
    gtk_shortcut_controller_add_shortcut(controller.opaque, gtk_shortcut_new(trigger, callback))
    gtk_widget_add_controller(widget, controller)
  }
}

private final class Shortcut {
  let action: @MainActor () -> Void

  init(_ action: @escaping @MainActor () -> Void) { self.action = action }
}

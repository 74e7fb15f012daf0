internal import CGTK

@MainActor
extension ObjectPointer {
  /// Calls `action` after the focus has left the widget and everything in it.
  ///
  /// It is not called if the focus returns at once, as it does when a menu of the widget opens. The widget is retained
  /// until then, because it may be removed in the meantime.
  public func onFocusLost(_ action: @escaping @MainActor () -> Void) {
    let controller = gtk_event_controller_focus_new()!
    let (focus, object) = (controller.opaque, raw)
    focus.on("leave") {
      g_object_ref(object)
      Task { @MainActor in
        if gtk_event_controller_focus_contains_focus(focus) == 0 { action() }
        g_object_unref(object)
      }
    }
    gtk_widget_add_controller(widget, controller)
  }

  /// Removes the widget's own reactions to the focus.
  public func removeFocusControllers() {
    let controllers = gtk_widget_observe_controllers(widget)!
    defer { g_object_unref(controllers.raw) }
    for position in (0..<g_list_model_get_n_items(controllers.opaque)).reversed() {
      guard let item = g_list_model_get_item(controllers.opaque, position) else { continue }
      let isFocus =
        g_type_check_instance_is_a(
          item.assumingMemoryBound(to: GTypeInstance.self), gtk_event_controller_focus_get_type()) != 0
      if isFocus { gtk_widget_remove_controller(widget, OpaquePointer(item)) }
      g_object_unref(item)
    }
  }
}

internal import CGTK

@MainActor
extension ObjectPointer {
  /// Lets the user drag the widget, which represents a number.
  ///
  /// - Parameter number: Returns the number when a drag begins; nil if there is nothing to drag.
  public func allowDragging(_ number: @escaping @MainActor () -> Int?) {
    let source = gtk_drag_source_new()!
    gtk_drag_source_set_actions(source, GDK_ACTION_MOVE)
    source.onPreparing {
      number().map { number in
        GValue.with(.int) { value in
          g_value_set_int(&value, Int32(number))
          return gdk_content_provider_new_for_value(&value)
        }
      }
    }
    gtk_widget_add_controller(widget, source)
  }

  /// Lets the user drop a dragged number on the widget.
  ///
  /// - Parameter drop: Receives the number; `isLowerHalf` is true if it was dropped on the lower half.
  public func allowDropping(_ drop: @escaping @MainActor (_ number: Int, _ isLowerHalf: Bool) -> Void) {
    let (target, widget) = (gtk_drop_target_new(.int, GDK_ACTION_MOVE)!, widget)
    target.onAsking("drop") { arguments in
      let value = arguments.pointer(at: 0).assumingMemoryBound(to: GValue.self)
      drop(Int(g_value_get_int(value)), arguments.number(at: 2) > Double(gtk_widget_get_height(widget)) / 2)
      return true
    }
    gtk_widget_add_controller(widget, target)
  }
}

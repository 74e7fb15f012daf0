internal import CGTK

@MainActor
extension ObjectPointer {
  public func set(_ property: String, _ flag: Bool) {
    GValue.with(.boolean) { value in
      g_value_set_boolean(&value, flag.gboolean)
      g_object_set_property(cast(), property, &value)
    }
  }

  public func set(_ property: String, _ text: String) {
    GValue.with(.string) { value in
      g_value_set_string(&value, text)
      g_object_set_property(cast(), property, &value)
    }
  }

  /// The name of the widget for screen readers.
  public func setAccessibleLabel(_ label: String) {
    GValue.with(.string) { value in
      g_value_set_string(&value, label)
      var property = GTK_ACCESSIBLE_PROPERTY_LABEL
      gtk_accessible_update_property_value(opaque, 1, &property, &value)
    }
  }

  /// Adds or removes a CSS class.
  public func setClass(_ name: String, _ isOn: Bool = true) {
    if isOn { gtk_widget_add_css_class(widget, name) } else { gtk_widget_remove_css_class(widget, name) }
  }

  public func setMargins(horizontal: Int32, vertical: Int32) {
    gtk_widget_set_margin_start(widget, horizontal)
    gtk_widget_set_margin_end(widget, horizontal)
    gtk_widget_set_margin_top(widget, vertical)
    gtk_widget_set_margin_bottom(widget, vertical)
  }
}

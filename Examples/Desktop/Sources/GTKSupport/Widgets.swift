public import CGTK

/// Widgets side by side, or one below the other.
@MainActor
public func makeBox(_ orientation: GtkOrientation, spacing: Int32 = 0, _ children: Widget...) -> Widget {
  let box = gtk_box_new(orientation, spacing)!
  for child in children { gtk_box_append(box.cast(), child) }
  return box
}

/// A button with an icon.
@MainActor
public func makeIconButton(_ icon: String, _ label: String) -> Widget {
  let button = gtk_button_new_from_icon_name(icon)!
  gtk_widget_set_tooltip_text(button, label)
  button.setAccessibleLabel(label)
  return button
}

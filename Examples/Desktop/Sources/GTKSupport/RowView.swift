/// Widgets that show a row. While the user scrolls, they show one row after another.
@MainActor
public protocol RowView: AnyObject {
  associatedtype Row: Identifiable & Equatable

  var widget: Widget { get }
  func show(_ row: Row)
  /// Called before the widgets are released, so that nothing that the user typed into them is lost.
  func finish()
}

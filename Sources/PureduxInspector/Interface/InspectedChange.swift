/// One value that differs between two states of a store.
package struct InspectedChange: Sendable, Equatable {
  var store: UInt64
  /// For example `user.name` or `items[2]`; empty for the whole state.
  var path: String
  /// Nil where there was none.
  var before: String?
  /// Nil where there is none.
  var after: String?

  package init(store: UInt64, path: String, before: String? = nil, after: String? = nil) {
    self.store = store
    self.path = path
    self.before = before
    self.after = after
  }
}

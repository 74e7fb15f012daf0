extension Misuse {
  static func duplicateChild(id: String) -> Misuse {
    Misuse(
      "a collection that children follow has the element \(id) more than once",
      so: "its elements share one child, which ends with the last of them",
      fix: "give each element an identity of its own, or say with `children(of:id:)` what tells them apart")
  }

  static func collectionAsOneChild(type: String) -> Misuse {
    Misuse(
      "children were to follow `\(type)`, whose elements are not `Identifiable`",
      so: "the whole collection has one child",
      fix: "say what tells its elements apart, for example `children(of: \\.path, id: \\.self)`")
  }
}

extension StoreNode {
  /// Reports a collection that is taken for one value, because its elements are not `Identifiable`.
  @usableFromInline
  func reportIfCollection<Element>(_ type: Element.Type) {
    if type is any Collection.Type, type != String.self { context.report(.collectionAsOneChild(type: "\(type)")) }
  }
}

/// What the macros write. `@DependencyEntry public var api: any APIClient = LiveClient()` becomes
///
///     public var api: any APIClient {
///       get { self[Self.__entry_api] }
///       set { self[Self.__entry_api] = newValue }
///     }
///     private static let __entry_api = EntryStorage(\Self.`api`, name: "api") {
///     let value: any APIClient = LiveClient()
///     return value
///     }
///
/// which is what one would write by hand.
extension EntryDeclaration {
  var accessors: String {
    """
    {
      get { self[Self.\(storageName)] }
      set { self[Self.\(storageName)] = newValue }
    }
    """
  }

  /// Stands in where the declaration is a mistake, so that the compiler finds no second one.
  static let accessorsOfMistake = """
    {
      get { fatalError() }
      set { fatalError() }
    }
    """

  /// Ties the storage to the property by its key path, so that the type need not be written out.
  ///
  /// The initial value is copied byte for byte, for a multi-line string in it depends on its indentation.
  var storage: String {
    """
    \(attributesOfStorage)\(isolation)private static let \(storageName) = \
    EntryStorage(\\Self.`\(name)`, name: \(literal)) {
    let value\(type.map { ": \($0)" } ?? "") = \(initialValue)
    return value
    }
    """
  }

  /// The storage is available where the property is, and isolated as it is, under the same conditions.
  private var attributesOfStorage: String {
    var copied: [Part] = []
    for attribute in attributes {
      switch attribute.name {
      case "#endif":
        copied.append(attribute)
        // A condition that is left with nothing would be taken for a declaration of its own.
        let start = copied.lastIndex { $0.name == "#if" } ?? 0
        if copied[start...].allSatisfy(\.isCondition) { copied.removeSubrange(start...) }
      case let name where attribute.isCondition || name == "available" || name == "MainActor",
        let name where name.hasSuffix(".MainActor"):
        copied.append(attribute)
      default: break
      }
    }
    return copied.map { $0.text + "\n" }.joined()
  }

  private var isolation: String {
    modifiers.contains { $0.name == "nonisolated" } ? "nonisolated " : ""
  }

  /// With the prefix that the macros' declarations announce; in back-ticks for a name such as `two words`.
  private var storageName: String {
    let isPlain = name.utf8.allSatisfy(SourceCursor.isIdentifier)
    return isPlain ? "__entry_\(name)" : "`__entry_\(name)`"
  }

  private var literal: String {
    let escaped = name.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }
    return "\"" + escaped.joined() + "\""
  }
}

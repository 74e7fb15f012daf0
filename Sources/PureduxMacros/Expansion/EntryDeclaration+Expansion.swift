/// The code that the macros expand to. `@DependencyEntry public var api: any APIClient = LiveClient()` becomes
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
/// as one would write it by hand.
extension EntryDeclaration {
  var accessors: String {
    """
    {
      get { self[Self.\(storageName)] }
      set { self[Self.\(storageName)] = newValue }
    }
    """
  }

  /// Used after an error, so that the compiler does not report a second one.
  static let placeholderAccessors = """
    {
      get { fatalError() }
      set { fatalError() }
    }
    """

  /// The key path ties the type of the storage to that of the property, so that it need not be written out.
  ///
  /// The initial value is copied byte for byte, because a multi-line string depends on its indentation.
  var storage: String {
    """
    \(attributesOfStorage)\(isolation)private static let \(storageName) = \
    EntryStorage(\\Self.`\(name)`, name: \(literal)) {
    let value\(type.map { ": \($0)" } ?? "") = \(initialValue)
    return value
    }
    """
  }

  /// The storage has the property's availability and isolation, under the same `#if` conditions.
  private var attributesOfStorage: String {
    var copied: [DeclarationPart] = []
    for attribute in attributes {
      switch attribute.name {
      case "#endif":
        copied.append(attribute)
        // The compiler would read a condition without attributes as a declaration of its own.
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

  /// Has the prefix that the declarations of the macros announce, and back-ticks for a name such as `two words`.
  private var storageName: String {
    let isPlain = name.utf8.allSatisfy(SourceCursor.isIdentifier)
    return isPlain ? "__entry_\(name)" : "`__entry_\(name)`"
  }

  private var literal: String {
    let escaped = name.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }
    return "\"" + escaped.joined() + "\""
  }
}

/// The code that the macros expand to. `@DependencyEntry public var api: any APIClient = LiveClient()` becomes
///
///     public var api: any APIClient {
///       get { Self.__entry_api.value(in: self) }
///       set { Self.__entry_api.set(newValue, in: &self) }
///     }
///     private static let __entry_api = PureduxDependencies.EntryStorage(\Self.`api`, name: "api") {
///     let __default: any APIClient = LiveClient()
///     return __default
///     }
///
/// The names are qualified or underscored, so that they mean the same next to any declaration of the user. In a type
/// that is not a container, the storage is the only error, because the accessors depend on nothing else.
extension EntryDeclaration {
  var accessors: String {
    """
    {
      get { Self.\(storageName).value(in: self) }
      set { Self.\(storageName).set(newValue, in: &self) }
    }
    """
  }

  /// The key path ties the type of the storage to that of the property, so that it need not be written out.
  ///
  /// The initial value is copied byte for byte, because a multi-line string depends on its indentation.
  var storage: String {
    """
    \(attributesOfStorage)\(isolation)private static let \(storageName) = \
    PureduxDependencies.EntryStorage(\\Self.`\(name)`, name: \(literal)) {
    let __default\(type.map { ": \($0)" } ?? "") = \(initialValue)
    return __default
    }
    """
  }

  /// The storage has the property's availability and isolation, under the same `#if` conditions.
  ///
  /// The plug-in sees names only. As the names of global actors do by convention, theirs have to end in `Actor`.
  private var attributesOfStorage: String {
    var copied: [DeclarationPart] = []
    for attribute in attributes {
      switch attribute.name {
      case "#endif":
        copied.append(attribute)
        // The compiler would read a condition without attributes as a declaration of its own.
        let start = copied.lastIndex { $0.name == "#if" } ?? 0
        if copied[start...].allSatisfy(\.isCondition) { copied.removeSubrange(start...) }
      case let name where attribute.isCondition || name == "available" || name.hasSuffix("Actor"):
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

/// The declarations around an entry, as far as they tell whether an entry can be there.
struct EntryContext {
  /// The nearest first. Nil for anything that is not a declaration.
  private let headers: [DeclarationHeader?]

  /// Nil for a compiler that does not send the context.
  init?(_ lexicalContext: [JSON]?) {
    guard let lexicalContext else { return nil }
    headers = lexicalContext.map { syntax in
      guard syntax["kind"]?.string == "declaration", let source = syntax["source"]?.string else { return nil }
      return DeclarationHeader(scanning: source)
    }
  }

  /// Whether the entry is a requirement of a protocol.
  var isProtocol: Bool { headers.first.flatMap { $0 }?.keyword == "protocol" }

  /// The plug-in sees names only, so it cannot tell whether the type of an extension is a container.
  var problem: EntryProblem? {
    guard let nearest = headers.first.flatMap({ $0 }) else { return .misplaced }
    switch nearest.keyword {
    case "extension": break
    case "struct" where nearest.hasInheritanceClause || nearest.isGeneric: break
    case "struct": return .noContainer(name: nearest.name)
    case "class", "enum", "actor": return .noStructure(keyword: nearest.keyword)
    default: return .misplaced
    }
    return headers.contains { $0?.isGeneric == true } ? .genericContext : nil
  }
}

// Prints the public names of the symbol graphs given as arguments: one line each, with its kind, whether it is deprecated
// or a witness, and its declaration. Omits synthesized symbols, which have no source location, names that begin with an
// underscore, and unavailable names.
//
// A witness is a member that fulfils a requirement of a protocol, such as `==`, `encode(to:)` or `makeAsyncIterator()`,
// or a default implementation: the protocol determines its name. Protocols are looked up in the given graphs and in the
// graphs after `--with`, whose names are not printed.
import Foundation

struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Identifier: Decodable { let precise: String }
    struct Location: Decodable { let uri: String }
    struct Availability: Decodable {
      let isUnconditionallyDeprecated: Bool?
      let isUnconditionallyUnavailable: Bool?
      let deprecated: Version?
    }
    struct Version: Decodable {}
    struct Fragment: Decodable { let spelling: String }

    let kind: Kind
    let identifier: Identifier
    let accessLevel: String
    let pathComponents: [String]
    let location: Location?
    let availability: [Availability]?
    let declarationFragments: [Fragment]?

    /// Unavailable symbols exist only for the compiler's message.
    var isPublic: Bool {
      (accessLevel == "public" || accessLevel == "open") && location != nil && kind.identifier != "swift.extension"
        && !pathComponents.contains { $0.hasPrefix("_") }
        && availability?.contains { $0.isUnconditionallyUnavailable == true } != true
    }
    var isDeprecated: Bool {
      availability?.contains { $0.isUnconditionallyDeprecated == true || $0.deprecated != nil } ?? false
    }
    func line(isWitness: Bool) -> String {
      [
        pathComponents.joined(separator: "."), kind.identifier.replacingOccurrences(of: "swift.", with: ""),
        isDeprecated ? "deprecated" : isWitness ? "witness" : "-",
        (declarationFragments ?? []).map(\.spelling).joined(),
      ].joined(separator: "\t")
    }
  }

  struct Relationship: Decodable {
    let kind: String
    let source: String
    let target: String
    let targetFallback: String?
  }

  let symbols: [Symbol]
  let relationships: [Relationship]
}

/// Determines which symbols are witnesses.
struct Witnesses {
  /// Requirements of other libraries' protocols, if our types declare their witnesses.
  private static let foreign: [String: Set<String>] = [
    "Swift.Equatable": ["==(_:_:)"], "Swift.Hashable": ["hash(into:)"], "Swift.Encodable": ["encode(to:)"],
    "Swift.Decodable": ["init(from:)"], "Swift.Comparable": ["<(_:_:)"], "Swift.Identifiable": ["id"],
    "Swift.CustomStringConvertible": ["description"], "Swift.CustomReflectable": ["customMirror"],
    "Swift.RawRepresentable": ["rawValue", "init(rawValue:)"],
    "Swift.ExpressibleByArrayLiteral": ["init(arrayLiteral:)"], "Swift.Error": [],
    "Swift.Sequence": ["makeIterator()"], "Swift.IteratorProtocol": ["next()"],
    "Swift.Collection": ["startIndex", "endIndex", "subscript(_:)", "index(after:)"],
    "Swift.RangeReplaceableCollection": ["init()"],
    "_Concurrency.AsyncSequence": ["makeAsyncIterator()", "AsyncIterator", "Element"],
    "_Concurrency.AsyncIteratorProtocol": ["next()"],
    "FoundationEssentials.LocalizedError": ["errorDescription"], "Foundation.LocalizedError": ["errorDescription"],
  ]

  private var requirements: [String: Set<String>] = [:]
  private var conformances: [String: Set<String>] = [:]
  private var typeOfMember: [String: String] = [:]
  private var defaults: Set<String> = []

  init(_ graphs: [SymbolGraph]) {
    let symbols = graphs.flatMap(\.symbols)
    let names = Dictionary(
      symbols.map { ($0.identifier.precise, $0.pathComponents.last ?? "") }, uniquingKeysWith: { one, _ in one })
    for relationship in graphs.flatMap(\.relationships) {
      switch relationship.kind {
      case "requirementOf": requirements[relationship.target, default: []].insert(names[relationship.source] ?? "")
      case "conformsTo":
        conformances[relationship.source, default: []].insert(relationship.target)
        if let name = relationship.targetFallback, let known = Self.foreign[name] {
          requirements[relationship.target, default: []].formUnion(known)
        }
      case "memberOf": typeOfMember[relationship.source] = relationship.target
      case "defaultImplementationOf": defaults.insert(relationship.source)
      default: break
      }
    }
  }

  func contains(_ symbol: SymbolGraph.Symbol) -> Bool {
    let id = symbol.identifier.precise
    if defaults.contains(id) { return true }
    guard let type = typeOfMember[id], let name = symbol.pathComponents.last else { return false }
    return conformances[type]?.contains { requirements[$0]?.contains(name) == true } ?? false
  }
}

func graphs(_ files: some Sequence<String>) throws -> [SymbolGraph] {
  try files.map { try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: URL(fileURLWithPath: $0))) }
}

let parts = CommandLine.arguments.dropFirst().split(separator: "--with", maxSplits: 1, omittingEmptySubsequences: false)
let printed = try graphs(parts.first ?? [])
let witnesses = Witnesses(try printed + graphs(parts.dropFirst().first ?? []))
let lines = printed.flatMap(\.symbols).filter(\.isPublic).map { $0.line(isWitness: witnesses.contains($0)) }
for line in lines.sorted() { print(line) }

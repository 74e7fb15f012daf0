// Prints the public names of the symbol graphs given as arguments: one line each, with its kind, whether it is deprecated,
// and its declaration. Omits synthesized symbols, which have no source location, names that begin with an underscore, and
// unavailable names.
import Foundation

struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Location: Decodable { let uri: String }
    struct Availability: Decodable {
      let isUnconditionallyDeprecated: Bool?
      let isUnconditionallyUnavailable: Bool?
      let deprecated: Version?
    }
    struct Version: Decodable {}
    struct Fragment: Decodable { let spelling: String }

    let kind: Kind
    let accessLevel: String
    let pathComponents: [String]
    let location: Location?
    let availability: [Availability]?
    let declarationFragments: [Fragment]?

    /// Those that are unavailable exist for the compiler's message alone.
    var isPublic: Bool {
      (accessLevel == "public" || accessLevel == "open") && location != nil && kind.identifier != "swift.extension"
        && !pathComponents.contains { $0.hasPrefix("_") }
        && availability?.contains { $0.isUnconditionallyUnavailable == true } != true
    }
    var isDeprecated: Bool {
      availability?.contains { $0.isUnconditionallyDeprecated == true || $0.deprecated != nil } ?? false
    }
    var line: String {
      [
        pathComponents.joined(separator: "."), kind.identifier.replacingOccurrences(of: "swift.", with: ""),
        isDeprecated ? "deprecated" : "-", (declarationFragments ?? []).map(\.spelling).joined(),
      ].joined(separator: "\t")
    }
  }

  let symbols: [Symbol]
}

var lines: [String] = []
for file in CommandLine.arguments.dropFirst() {
  let data = try Data(contentsOf: URL(fileURLWithPath: file))
  lines += try JSONDecoder().decode(SymbolGraph.self, from: data).symbols.filter(\.isPublic).map(\.line)
}
for line in lines.sorted() { print(line) }

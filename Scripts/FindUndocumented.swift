// Names the public symbols that have no sentence, from the symbol graphs given as arguments.
import Foundation

struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Comment: Decodable { let lines: [Line] }
    struct Line: Decodable { let text: String }
    struct Location: Decodable {
      struct Position: Decodable { let line: Int }
      let uri: String
      let position: Position
    }

    let kind: Kind
    let pathComponents: [String]
    let docComment: Comment?
    let location: Location?

    /// Synthesized symbols have no location. The block of an extension needs no sentence; its members do.
    var isWrittenByHand: Bool { location != nil && kind.identifier != "swift.extension" }
    var hasSentence: Bool {
      guard let first = docComment?.lines.first(where: { !$0.text.allSatisfy(\.isWhitespace) }) else { return false }
      return !first.text.hasPrefix("- ")
    }
  }

  let symbols: [Symbol]
}

let files = CommandLine.arguments.dropFirst()
var count = 0
var undocumented: [String] = []
for file in files {
  let data = try Data(contentsOf: URL(fileURLWithPath: file))
  for symbol in try JSONDecoder().decode(SymbolGraph.self, from: data).symbols where symbol.isWrittenByHand {
    count += 1
    guard !symbol.hasSentence, let location = symbol.location else { continue }
    let path = URL(string: location.uri)?.path ?? location.uri
    undocumented.append("\(path):\(location.position.line + 1): \(symbol.pathComponents.joined(separator: "."))")
  }
}
for symbol in undocumented.sorted() { print("\(symbol) has no sentence of documentation") }
if undocumented.isEmpty { print("check-documents: each of \(count) public symbols has its sentence") }
exit(undocumented.isEmpty && count > 0 ? 0 : 1)

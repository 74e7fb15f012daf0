#if canImport(PureduxMacros)
  import Foundation
  @testable import PureduxMacros
  import Testing

  /// Compares the scanner with the results of the full Swift parser, which `Scripts/record-scanner-corpus` records.
  struct CorpusTests {
    private func corpus() throws -> [(declaration: String, verdict: Verdict)] {
      let declarations = Verdict.declarations(in: try TestFiles.text("Corpus/declarations.txt"))
      let verdicts = try TestFiles.text("Corpus/verdicts.jsonl").split(separator: "\n")
        .map { try JSONDecoder().decode(Verdict.self, from: Data($0.utf8)) }
      try #require(declarations.count == verdicts.count, "record the verdicts again")
      return Array(zip(declarations, verdicts))
    }

    @Test func `the scanner and the Swift parser agree on every declaration`() throws {
      let corpus = try corpus()
      #expect(corpus.count >= 300)
      for (declaration, expected) in corpus {
        for source in [declaration, "\n  // before\n  " + declaration + "\n"] {
          let found: Verdict
          do { found = Verdict(try EntryDeclaration(scanning: source)) } catch { found = Verdict(error.problem) }
          #expect(found == expected, "\(source)")
        }
      }
    }

    @Test func `a second property or observers are found behind every initial value`() throws {
      for (declaration, verdict) in try corpus() where verdict.refused == nil {
        let value = try #require(verdict.initialValue)
        // A comment at the end of a line would hide the following text.
        guard !declaration.contains("//"), !declaration.hasSuffix("*/") else { continue }
        expect(.several, in: declaration + ", y = 1")
        // Between braces it would be a function's argument, or the body of a statement.
        guard !value.hasPrefix("if "), !value.hasPrefix("switch ") else { continue }
        expect(.observers, in: declaration + " { didSet { } }")
      }
    }

    private func expect(_ problem: EntryProblem, in source: String) {
      let error = #expect(throws: EntryError.self, "\(source)") { try EntryDeclaration(scanning: source) }
      #expect(error?.problem == problem, "\(source)")
    }
  }

  extension Verdict {
    fileprivate init(_ entry: EntryDeclaration) {
      self.init(
        name: entry.name, type: entry.type, initialValue: entry.initialValue,
        attributes: entry.attributes.map(\.text), modifiers: entry.modifiers.map(\.text))
    }

    fileprivate init(_ problem: EntryProblem) {
      self.init(refused: String("\(problem)".prefix { $0 != "(" }))
    }
  }
#endif

// Records the results of the toolchain's full Swift parser for each declaration in the corpus of the plug-in's scanner.
// `Scripts/record-scanner-corpus` compiles and runs it; the tests compare the results with the scanner's.
import Foundation
import SwiftParser
import SwiftSyntax

func verdict(on declaration: String) -> Verdict? {
  let file = Parser.parse(source: "struct C {\n\(declaration)\n}")
  guard !file.hasError, let type = file.statements.first?.item.as(StructDeclSyntax.self),
    type.memberBlock.members.count == 1, let member = type.memberBlock.members.first?.decl
  else { return nil }
  guard let variable = member.as(VariableDeclSyntax.self) else { return Verdict(refused: "noVariable") }
  if variable.bindingSpecifier.text == "let" { return Verdict(refused: "constant") }
  for modifier in variable.modifiers {
    switch modifier.name.text {
    case "static", "class": return Verdict(refused: "typeMember")
    case "lazy", "weak", "unowned", "override", "dynamic": return Verdict(refused: "modifier")
    default: break
    }
  }
  let binding = variable.bindings.first!
  guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else { return Verdict(refused: "pattern") }
  let written = binding.typeAnnotation?.type
  let isOpaque = written?.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.some) } == true
  guard let value = binding.initializer?.value else {
    if binding.accessorBlock != nil { return Verdict(refused: "computed") }
    return Verdict(refused: isOpaque ? "opaque" : variable.bindings.count > 1 ? "several" : "noDefault")
  }
  if variable.bindings.count > 1 { return Verdict(refused: "several") }
  if binding.accessorBlock != nil { return Verdict(refused: "observers") }
  if isOpaque { return Verdict(refused: "opaque") }
  let attributes = variable.attributes.compactMap { $0.as(AttributeSyntax.self)?.trimmedDescription }
  return Verdict(
    name: pattern.identifier.text.replacingOccurrences(of: "`", with: ""), type: written?.trimmedDescription,
    initialValue: value.trimmedDescription, attributes: attributes,
    modifiers: variable.modifiers.map(\.trimmedDescription))
}

@main
enum RecordScannerCorpus {
  static func main() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let corpus = try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8)
    for declaration in Verdict.declarations(in: corpus) {
      guard let verdict = verdict(on: declaration) else {
        FileHandle.standardError.write(Data("not one well-formed declaration:\n\(declaration)\n".utf8))
        exit(1)
      }
      print(String(decoding: try encoder.encode(verdict), as: UTF8.self))
    }
  }
}

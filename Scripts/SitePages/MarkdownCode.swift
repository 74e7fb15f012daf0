import Foundation

/// A chapter of the tutorial as Markdown: its steps, with the file that each step adds or changes.
func plainChapter(_ text: String, in folder: String) throws -> String {
  var (lines, step) = ([String](), 0)
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    let line = line.trimmingCharacters(in: .whitespaces)
    if let title = line.firstMatch(of: #/^@(Intro|Section)\(title: "(.+)"\)/#) {
      lines += ["", (title.1 == "Intro" ? "# " : "## ") + title.2, ""]
    } else if line.hasPrefix("@Step ") {
      step += 1
      lines += ["", "### Step \(step)", ""]
    } else if let code = line.firstMatch(of: #/^@Code\(name: "(.+)", file: "(.+)"\)/#) {
      lines += ["`\(code.1)`:", "", fenced(try read("\(folder)/\(code.2)"))]
    } else if line != "}", !line.hasPrefix("@") {
      lines.append(line)
    }
  }
  return lines.joined(separator: "\n").replacing(#/\n{3,}/#, with: "\n\n").trimmingCharacters(in: .newlines) + "\n"
}

extension CaseStudy {
  /// The study as Markdown.
  var markdown: String {
    var text = "# \(file)\n\n\(idea.prefix(1).uppercased() + idea.dropFirst()).\n\n\(fenced(code))\n"
    if let run { text += "\n## Its run in a terminal\n\n\(fenced(run))\n" }
    if let test { text += "\n## Its test\n\n\(fenced(test))\n" }
    return text
  }
}

private func fenced(_ code: String) -> String {
  "```swift\n\(code.trimmingCharacters(in: .newlines))\n```"
}

import ExampleCommandLine
import Foundation
import Studies

/// Lists the case studies, and runs them.
@main
enum CaseStudiesProgram {
  static func main() async throws {
    // SmallProgram accepts options alone; the names and numbers of studies are arguments.
    var (chosen, list, all): ([Study], Bool, Bool) = ([], false, false)
    var followed: String?
    SmallProgram.start(
      "CaseStudies", about: "Shows one idea each: its state, its actions and its effects in a short run.",
      options: "[--list] [--all] [NAME | NUMBER …]",
      usage: """
          NAME, NUMBER   run these studies
          --all          run all of them
          --list         list them, which is also what happens without an argument
        """
    ) { argument, value in
      switch argument {
      case "--list": list = true
      case "--all": all = true
      // What the study of a journal starts as its second process.
      case "--follow": followed = value()
      default:
        guard let study = study(argument) else {
          if !argument.hasPrefix("-") { endUnknown(argument) }
          return false
        }
        chosen.append(study)
      }
      return true
    }
    if let followed { return await Study.follow(followed) }
    if list || chosen.isEmpty && !all { return printList() }
    for study in all ? Study.all : chosen {
      Paragraph.print("\(study.about)  (\(study.file))\n")
      try await study.demonstrate()
      print("")
    }
  }

  private static func study(_ argument: String) -> Study? {
    if let number = Int(argument), Study.all.indices.contains(number - 1) { return Study.all[number - 1] }
    return Study.all.first { $0.name == argument.lowercased() }
  }

  private static func printList() {
    let width = Study.all.map(\.name.count).max() ?? 0
    for topic in Study.Topic.allCases {
      print(topic.rawValue)
      for (index, study) in Study.all.enumerated() where study.topic == topic {
        let number = String(repeating: " ", count: index < 9 ? 1 : 0) + "\(index + 1)"
        print("  \(number)  \(study.name.padding(toLength: width, withPad: " ", startingAt: 0))  \(study.about)")
      }
    }
  }

  private static func endUnknown(_ name: String) -> Never {
    let near = NearNames.of(name, in: Study.all.map(\.name))
    let hint = near.isEmpty ? "--list names all of them." : "Did you mean \(near.joined(separator: " or "))?"
    FileHandle.standardError.write(Data("There is no study \(name). \(hint)\n".utf8))
    exit(EX_USAGE)
  }
}

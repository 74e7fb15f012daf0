import Foundation

struct Failure: Error, CustomStringConvertible { let description: String }

/// A step of the tutorial: the file that it shows, and the picture of the result if there is one.
struct Step {
  /// The chapter and the number of the step in it, for example `1-04`.
  let name: String
  let chapter: Int
  /// The name of the file in the reader's package.
  let file: String
  /// The file in the catalog with the contents after this step.
  let resource: String
  let picture: String?
  /// The whole package after this step: paths and contents.
  var package: [String: String] = [:]
}

/// The tutorial's folder: the catalog, the expected output of steps, and the packages at the ends of chapters.
struct TutorialSource {
  let folder: String
  var catalog: String { "\(folder)/Tutorial.docc" }
  private(set) var steps: [Step] = []

  init(folder: String) throws {
    self.folder = folder
    var package: [String: String] = [:]
    for chapter in 1... {
      let file = "\(folder)/Tutorial.docc/Chapter\(chapter).tutorial"
      guard FileManager.default.fileExists(atPath: file) else { break }
      let text = try read(file)
      let parts = text.matches(of: #/@Step \{[\s\S]*?\n      \}/#)
      for (index, part) in parts.enumerated() {
        let name = "\(chapter)-" + (index < 9 ? "0" : "") + "\(index + 1)"
        guard let code = part.0.firstMatch(of: #/@Code\(name: "([^"]+)", file: "([^"]+)"/#) else {
          throw Failure(description: "\(file): step \(name) shows no file")
        }
        let picture = part.0.firstMatch(of: #/@Image\(source: "?([^",]+)/#).map { String($0.1) }
        let resource = String(code.2)
        package[Self.path(of: String(code.1))] = try read("\(folder)/Tutorial.docc/\(resource)")
        steps.append(
          Step(
            name: name, chapter: chapter, file: String(code.1), resource: resource, picture: picture, package: package))
      }
      guard !parts.isEmpty else { throw Failure(description: "\(file) has no steps") }
    }
    guard !steps.isEmpty else { throw Failure(description: "\(folder) has no chapters") }
  }

  /// The place of a file in the reader's package.
  static func path(of name: String) -> String {
    if name == "Package.swift" { return name }
    return name.hasSuffix("Tests.swift") ? "Tests/IssuesTests/\(name)" : "Sources/Issues/\(name)"
  }

  /// The package at the end of a chapter, as it is in the folder of the chapter: the manifest finds the library there.
  func package(endOf chapter: Int) -> [String: String] {
    var package = steps.last { $0.chapter == chapter }!.package
    package["Package.swift"]?.replace("path: \"../Puredux\"", with: "path: \"../../..\"")
    return package
  }

  func endsChapter(_ step: Step) -> Bool { steps.last { $0.chapter == step.chapter }?.name == step.name }

  var chapters: [Int] { Set(steps.map(\.chapter)).sorted() }
}

func read(_ path: String) throws -> String {
  guard let data = FileManager.default.contents(atPath: path) else { throw Failure(description: "there is no \(path)") }
  return String(decoding: data, as: UTF8.self)
}

func write(_ text: String, to path: String) throws {
  try FileManager.default.createDirectory(
    atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
  // An unchanged file keeps its date.
  if let old = FileManager.default.contents(atPath: path), String(decoding: old, as: UTF8.self) == text { return }
  try text.write(toFile: path, atomically: true, encoding: .utf8)
}

import Foundation

struct Failure: Error, CustomStringConvertible { let description: String }

let files = FileManager.default

func read(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

func write(_ text: String, to path: String) throws {
  try files.createDirectory(
    atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
  try text.write(toFile: path, atomically: true, encoding: .utf8)
}

func copy(_ path: String, to target: String) throws {
  try files.createDirectory(
    atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
  if files.fileExists(atPath: target) { try files.removeItem(atPath: target) }
  try files.copyItem(atPath: path, toPath: target)
}

/// The path of a link in a file of the repository, relative to the repository.
func resolve(_ link: String, in file: String) -> String {
  var parts = file.split(separator: "/").dropLast().map(String.init)
  for part in link.split(separator: "/") {
    if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(String(part)) }
  }
  return parts.joined(separator: "/")
}

/// A page of a repository without the parts that only its checks read.
func withoutComments(_ text: String) -> String {
  text.replacing(#/<!--[\s\S]*?-->\n?/#, with: "")
}

/// The first heading, and the first paragraph after it, in one line.
func heading(of text: String) -> (title: String, summary: String) {
  let parts = withoutComments(text).split(separator: "\n", omittingEmptySubsequences: false)
  let start = parts.firstIndex { $0.hasPrefix("# ") } ?? parts.startIndex
  let title = parts[start].drop { $0 == "#" || $0 == " " }.replacing("`", with: "")
  let paragraph = parts.dropFirst(start + 1).drop { $0.isEmpty || $0.hasPrefix("@") }.prefix { !$0.isEmpty }
  return (String(title), paragraph.joined(separator: " "))
}

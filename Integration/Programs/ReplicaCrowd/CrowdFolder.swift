import Foundation
import PureduxFiles
import PureduxReplica

/// The folder of a crowd: the log, what each run has accepted, and files by which the processes tell each other.
struct CrowdFolder {
  let path: String

  /// Files that tell something by being there.
  enum Sign {
    case stop
    case quiet(String)
    case final(String)
    case finish
    case end
  }

  func begin() throws {
    for folder in ["log", "accepted"] {
      try FileManager.default.createDirectory(atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
    }
  }

  func log(_ name: String) -> ReplicaLog {
    .files(
      URL(fileURLWithPath: path + "/log"), helper: name == "app" ? nil : name, orphanAge: .seconds(1), .system)
  }

  func url(_ sign: Sign) -> URL {
    let name =
      switch sign {
      case .stop: "stop"
      case .quiet(let name): "quiet-" + name
      case .final(let name): "final-" + name
      case .finish: "finish"
      case .end: "end"
      }
    return URL(fileURLWithPath: "\(path)/\(name)")
  }

  func has(_ sign: Sign) -> Bool { FileManager.default.fileExists(atPath: url(sign).path) }

  func give(_ sign: Sign, _ contents: Data = Data()) throws { try contents.write(to: url(sign), options: .atomic) }

  func wait(for sign: Sign) async throws { while !has(sign) { try await Task.sleep(for: .milliseconds(20)) } }

  /// Appends the number of the last action that a run knows to be accepted. A line may be cut off by the end of the run.
  func recordAccepted(_ run: UInt64) -> (UInt64) -> Void {
    let file = open("\(path)/accepted/\(run)", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    return { number in
      let line = Array("\(number)\n".utf8)
      _ = write(file, line, line.count)
    }
  }

  /// The last accepted action of each run.
  func accepted() throws -> [UInt64: UInt64] {
    var accepted: [UInt64: UInt64] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: path + "/accepted") {
      let text = try String(contentsOfFile: "\(path)/accepted/\(name)", encoding: .utf8)
      let whole = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      if let run = UInt64(name), let last = whole.last.flatMap({ UInt64($0) }) { accepted[run] = last }
    }
    return accepted
  }

  /// The size of the largest generation of the journal. For a moment, there are two.
  func journalSize() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: path + "/log").filter { $0.hasPrefix("journal-") }
      .map { try Data(contentsOf: URL(fileURLWithPath: "\(path)/log/\($0)")).count }.max() ?? 0
  }
}

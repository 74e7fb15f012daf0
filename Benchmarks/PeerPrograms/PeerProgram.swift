package import Foundation

/// A program that performs the workloads with another library.
///
/// It is called with the name of a workload, such as `W1`, and prints the nanoseconds per action, or nothing if it does
/// not have the workload.
package struct PeerProgram: Sendable {
  /// A program that failed, or printed something else.
  package struct Failure: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  package let name: String
  private let file: URL

  /// The executable files of a folder, by name.
  package static func all(in folder: URL) throws -> [PeerProgram] {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: [.isRegularFileKey, .isExecutableKey])
    let programs = try files.filter { file in
      let values = try file.resourceValues(forKeys: [.isRegularFileKey, .isExecutableKey])
      return values.isRegularFile == true && values.isExecutable == true
    }
    guard !programs.isEmpty else { throw Failure(description: "no program is in \(folder.path)") }
    return programs.map(PeerProgram.init).sorted { $0.name < $1.name }
  }

  private init(_ file: URL) {
    name = file.deletingPathExtension().lastPathComponent
    self.file = file
  }

  /// Runs the program; returns nil if it does not have the workload.
  package func nanoseconds(for workload: String) throws -> Double? {
    let (process, output) = (Process(), Pipe())
    process.executableURL = file
    process.arguments = [workload]
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(name) \(workload) ended with \(process.terminationStatus)")
    }
    let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    if text.isEmpty { return nil }
    guard let nanoseconds = Double(text), nanoseconds > 0, nanoseconds.isFinite else {
      throw Failure(description: "\(name) \(workload) printed `\(text)` in place of nanoseconds")
    }
    return nanoseconds
  }
}

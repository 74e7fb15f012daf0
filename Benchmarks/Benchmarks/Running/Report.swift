import BenchmarkBudgets
import Foundation
import MachineProbes

/// The contents of a `--json` file: the results, and the machine and day that they belong to.
struct Report: Codable {
  let date: Date
  let system: String
  let cores: Int
  let isQuick: Bool
  let peakResidentBytes: Int64
  let findings: [Finding]

  init(_ findings: [Finding], isQuick: Bool) {
    date = Date()
    system = ProcessInfo.processInfo.operatingSystemVersionString
    cores = ProcessInfo.processInfo.activeProcessorCount
    peakResidentBytes = peak_resident_bytes()
    self.isQuick = isQuick
    self.findings = findings
  }

  /// Reads a file that `write` wrote.
  init(readingFrom file: String) throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    self = try decoder.decode(Self.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
  }

  /// The day of the run, such as `2026-11-22`.
  var day: String { String(date.ISO8601Format().prefix(10)) }

  func write(to file: String) throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: URL(fileURLWithPath: file))
  }
}

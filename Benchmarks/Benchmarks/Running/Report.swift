import BenchmarkBudgets
import Foundation
import MachineProbes

/// What `--json` writes: the results, and what is needed to read them later.
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

  func write(to file: String) throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: URL(fileURLWithPath: file))
  }
}

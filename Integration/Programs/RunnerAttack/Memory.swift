import Foundation

/// The memory of this process; 0 if the system does not report it in this way.
func residentKilobytes() -> Int {
  let statistics = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
  let pages = statistics?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * Int(sysconf(Int32(_SC_PAGESIZE))) / 1024
}

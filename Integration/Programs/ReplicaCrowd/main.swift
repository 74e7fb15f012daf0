import Foundation

// Four processes share one ledger over files, while they are killed and stopped.
//
// ReplicaCrowd supervise FOLDER KILLS         prints figures, and fails if a promise is broken
// ReplicaCrowd latency FOLDER SENDER RECEIVER COUNT
// ReplicaCrowd work FOLDER NAME               one of the processes
let arguments = CommandLine.arguments
guard arguments.count >= 4 else { exit(64) }
let folder = CrowdFolder(path: arguments[2])
do {
  switch arguments[1] {
  case "supervise": try await CrowdSupervisor(folder).run(kills: Int(arguments[3]) ?? 0)
  case "latency":
    try await LatencyMeasurement(folder: folder, sender: arguments[3], receiver: arguments[4])
      .run(count: Int(arguments[5]) ?? 0)
  case "pings": try await LatencyMeasurement.send(folder, arguments[3], count: Int(arguments[4]) ?? 0)
  case "work": try await CrowdWorker(folder: folder, name: arguments[3]).run()
  default: exit(64)
  }
} catch {
  print("failed: \(error)")
  exit(1)
}

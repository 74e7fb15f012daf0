import PureduxCore

/// Keeps the misuse that is reported while `operation` runs.
func reportedMisuse(_ operation: () throws -> Void) rethrows -> [Misuse] {
  let reports = MisuseRecord()
  try StoreContext.with({ $0.misuseReporter = reports.reporter }, operation: operation)
  return reports.all
}

final class MisuseRecord: Sendable {
  private let reports = Guarded<[Misuse]>([])
  var all: [Misuse] { reports.withLock { $0 } }
  var reporter: MisuseReporter { MisuseReporter { report in self.reports.withLock { $0.append(report) } } }
}

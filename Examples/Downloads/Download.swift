import Foundation
import Puredux

/// One file on its way.
struct Download: Sendable, Identifiable {
  let url: URL
  /// Says whether the file should be on its way, and how that ended; the work is named after it.
  var job = Effect.State.idle()
  var progress = Progress()
  /// The name of the file that it became, where files are kept.
  var savedAs: String?

  /// How far it has come.
  struct Progress: Sendable, Equatable {
    var received = 0
    /// What the server promised, which it need not keep to; nil where it promised nothing.
    var total: Int?
  }

  var id: Identity { job.id }
  var name: String { FileName.safe(url.lastPathComponent) }

  /// How much is there, from 0 to 1; nil while nobody knows.
  var fraction: Double? {
    progress.total.map { $0 <= 0 ? 1 : min(max(Double(progress.received) / Double($0), 0), 1) }
  }
}

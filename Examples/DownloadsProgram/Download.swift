import Foundation
import Puredux

/// One file on its way.
struct Download: Codable, Sendable, Identifiable {
  let url: URL
  /// Says whether the file should be on its way, and how that ended; the work is named after it.
  var job = Effect.State.idle()
  var progress = Progress()
  /// The name of the finished file, if files are kept.
  var savedAs: String?

  /// How far it has come.
  struct Progress: Codable, Sendable, Equatable {
    var received = 0
    /// The length that the server announced, which may be wrong; nil if it announced none.
    var total: Int?
  }

  var id: Identity { job.id }
  var name: String { FileName.safe(url.lastPathComponent) }

  /// The part that has arrived, from 0 to 1; nil if the length is unknown.
  var fraction: Double? {
    progress.total.map { $0 <= 0 ? 1 : min(max(Double(progress.received) / Double($0), 0), 1) }
  }
}

import Foundation
import Puredux

/// The download of one file.
struct Download: Codable, Sendable, Identifiable {
  let url: URL
  /// Whether the file should be downloading, and the outcome. It also identifies the work.
  var job = Effect.State.idle()
  var progress = Progress()
  /// The name of the finished file, if files are kept.
  var savedAs: String?

  /// The progress of the download.
  struct Progress: Codable, Sendable, Equatable {
    var received = 0
    /// The length that the server announced, which may be wrong; nil if it announced none.
    var total: Int?
  }

  /// Starts the download from the beginning.
  mutating func start(_ policy: RetryPolicy) {
    (progress, savedAs) = (Progress(), nil)
    job.run(policy)
  }

  var id: Identity { job.id }
  var name: String { FileName.safe(url.lastPathComponent) }

  /// The part that has arrived, from 0 to 1; nil if the length is unknown.
  var fraction: Double? {
    progress.total.map { $0 <= 0 ? 1 : min(max(Double(progress.received) / Double($0), 0), 1) }
  }
}

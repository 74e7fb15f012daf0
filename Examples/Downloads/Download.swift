import Foundation
import Puredux

/// One file on its way.
struct Download: Sendable, Identifiable {
  let url: URL
  /// Says whether the file should be on its way, and how that ended; the work is named after it.
  var job = Effect.State.idle()
  var received = 0
  var total: Int?

  var id: Identity { job.id }
  var name: String { url.lastPathComponent }

  /// How much is there, from 0 to 1; nil while nobody knows.
  var fraction: Double? { total.map { $0 == 0 ? 1 : Double(received) / Double($0) } }
}

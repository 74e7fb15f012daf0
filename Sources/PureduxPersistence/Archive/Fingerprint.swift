internal import Foundation

/// What tells the contents of a storage from others, without keeping them.
struct Fingerprint: Hashable {
  private let count: Int
  private let hash: Int

  init(_ data: Data) {
    count = data.count
    var hasher = Hasher()
    // SAFETY: the bytes live during the call.
    data.withUnsafeBytes { hasher.combine(bytes: $0) }
    hash = hasher.finalize()
  }
}

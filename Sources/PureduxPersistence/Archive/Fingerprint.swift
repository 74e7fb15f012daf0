internal import Foundation

/// A hash that identifies the contents of a storage without retaining them.
struct Fingerprint: Hashable {
  private let count: Int
  private let hash: Int

  init(_ data: Data) {
    count = data.count
    var hasher = Hasher()
    // SAFETY: the pointer is used only during the call.
    data.withUnsafeBytes { hasher.combine(bytes: $0) }
    hash = hasher.finalize()
  }
}

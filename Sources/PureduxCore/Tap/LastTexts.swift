internal import PureduxAtomics

/// The latest texts of the process, which stand on standard error before it ends by a fault.
///
/// They are kept in memory that stands ready, because the handler of a signal can make none.
package enum LastTexts {
  /// How far something is that a text tells of.
  package enum Phase {
    case began, publishing, ended
  }

  /// How many ask for them, and the lock that guards all of them.
  private static let users = Guarded(0)

  /// Has the latest `count` of them written from now on, if the system tells of a fault.
  package static func begin(count: Int) {
    users.withLock { users in
      users += 1
      puredux_last_texts_install(UInt32(clamping: count))
    }
  }

  /// Ends that, when everybody has who began it.
  package static func end() {
    users.withLock { users in
      users -= 1
      if users == 0 { puredux_last_texts_uninstall() }
    }
  }

  /// Keeps a text of something that begins. Returns its number.
  package static func add(_ text: String) -> UInt32 {
    var text = text
    return users.withLock { _ in
      text.withUTF8 { bytes in
        // SAFETY: the buffer is read before this returns. An empty one has no address, and is not read.
        guard let first = bytes.baseAddress else { return puredux_last_texts_add("?", 1) }
        return first.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
          puredux_last_texts_add($0, bytes.count)
        }
      }
    }
  }

  package static func set(_ phase: Phase, of text: UInt32) {
    let phase =
      switch phase {
      case .began: PUREDUX_TEXT_BEGAN
      case .publishing: PUREDUX_TEXT_PUBLISHING
      case .ended: PUREDUX_TEXT_ENDED
      }
    users.withLock { _ in puredux_last_texts_set_phase(text, UInt8(phase)) }
  }
}

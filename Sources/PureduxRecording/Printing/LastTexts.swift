internal import PureduxAtomics
public import PureduxCore

extension StateStore {
  /// Has the last actions of the tree written to standard error when the program ends by a fault, for example because a
  /// reducer traps.
  ///
  /// The action under way is marked: it is the one whose reducers, or whose observers, were called.
  ///
  /// ```swift
  /// let lastActions = store.printLastActionsOnCrash(10)
  /// ```
  ///
  /// ```text
  /// Signal 4. The last actions, the newest last:
  ///   cart: add("tea", price: 4)
  ///   cart: remove(7)  <- was being reduced
  /// ```
  ///
  /// The handlers of signals that were there before, those of a crash reporter for example, are called afterwards. Install
  /// theirs first. A stack that overflows cannot be told of, because a handler needs a stack.
  ///
  /// It costs a text of each action in its turn: some microseconds.
  ///
  /// - Parameters:
  ///   - count: How many actions are written, of all trees that ask for it: at most 64.
  ///   - redact: Given each action before anything of it is kept; what it returns is kept instead.
  /// - Returns: The token that ends it. Keep it for as long as actions should be kept.
  public func printLastActionsOnCrash(
    _ count: Int = 20, redact: (@Sendable (_ action: Any) -> Any)? = nil
  ) -> StoreSubscription {
    LastTexts.begin(count: count)
    let current = Guarded<UInt32?>(nil)
    let tap = tap { event in
      switch event.kind {
      case .turnBegan(let action):
        let name = event.storeName ?? "store \(event.store.number)"
        let text = ValueText.describe(redact?(action) ?? action, limit: 300)
        let number = LastTexts.add(PrintableText.of("\(name): \(text)"))
        current.withLock { $0 = number }
      case .reduced: current.withLock { $0.map { LastTexts.set(.publishing, of: $0) } }
      case .published, .dropped: current.withLock { $0.map { LastTexts.set(.ended, of: $0) } }
      default: break
      }
    }
    return StoreSubscription {
      tap.cancel()
      LastTexts.end()
    }
  }
}

/// The latest texts of the process, which stand on standard error before it ends by a fault.
///
/// They are kept in memory that stands ready, because the handler of a signal can make none.
enum LastTexts {
  /// How far something is that a text tells of.
  enum Phase {
    case began, publishing, ended
  }

  /// How many ask for them, and the lock that guards all of them.
  private static let users = Guarded(0)

  /// Has the latest `count` of them written from now on, if the system tells of a fault.
  static func begin(count: Int) {
    users.withLock { users in
      users += 1
      puredux_last_texts_install(UInt32(clamping: count))
    }
  }

  /// Ends that, when everybody has who began it.
  static func end() {
    users.withLock { users in
      users -= 1
      if users == 0 { puredux_last_texts_uninstall() }
    }
  }

  /// Keeps a text of something that begins. Returns its number.
  static func add(_ text: String) -> UInt32 {
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

  static func set(_ phase: Phase, of text: UInt32) {
    let phase =
      switch phase {
      case .began: PUREDUX_TEXT_BEGAN
      case .publishing: PUREDUX_TEXT_PUBLISHING
      case .ended: PUREDUX_TEXT_ENDED
      }
    users.withLock { _ in puredux_last_texts_set_phase(text, UInt8(phase)) }
  }
}

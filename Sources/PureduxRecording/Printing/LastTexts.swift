internal import PureduxAtomics
public import PureduxCore

extension StateStore {
  /// Writes the tree's last actions to standard error if the program crashes, for example on a trap.
  ///
  /// An action is marked if its reducers or observers were running at the time of the crash.
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
  /// Previously installed signal handlers, for example those of a crash reporter, are called afterwards. Install other
  /// handlers before calling this method. A stack overflow is reported only on a thread with an alternate signal stack,
  /// because a signal handler itself needs stack space.
  ///
  /// Each action is converted to text during the action's turn; the conversion takes a few microseconds.
  ///
  /// - Parameters:
  ///   - count: The maximum number of actions to write, at most 64. The latest call to this method sets the maximum for
  ///     all trees.
  ///   - redact: Transforms each action before it is stored.
  /// - Returns: A token. Actions are stored for as long as the token is retained.
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

/// The latest action texts of the process, written to standard error when the process crashes.
///
/// The texts are stored in preallocated memory, because a signal handler must not allocate.
enum LastTexts {
  /// The phase of the action that a text describes.
  enum Phase {
    case began, publishing, ended
  }

  /// The number of calls to `begin(count:)` without a matching call to `end()`. The lock of this counter guards all
  /// access to the texts.
  private static let users = Guarded(0)

  /// Installs signal handlers that write the latest `count` texts.
  static func begin(count: Int) {
    users.withLock { users in
      users += 1
      puredux_last_texts_install(UInt32(clamping: count))
    }
  }

  /// Balances a call to `begin(count:)`. The last balancing call uninstalls the signal handlers.
  static func end() {
    users.withLock { users in
      users -= 1
      if users == 0 { puredux_last_texts_uninstall() }
    }
  }

  /// Stores the text of an action that is about to be reduced, and returns the text's number.
  static func add(_ text: String) -> UInt32 {
    var text = text
    return users.withLock { _ in
      text.withUTF8 { bytes in
        // SAFETY: the text's buffer is read before `puredux_last_texts_add` returns. An empty buffer may have no base
        // address, and is then not read.
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

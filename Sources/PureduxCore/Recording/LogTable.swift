/// The logs of a chunk, by what stands for the paths of their actions.
@frozen
@usableFromInline
struct LogTable {
  private var logs: [ObjectIdentifier: any AnyActionLog] = [:]
  /// The lengths of the logs of the chunk before.
  private var lengths: [ObjectIdentifier: Int] = [:]
  /// The one that was used last, so that most actions do without the dictionary.
  @usableFromInline private(set) var last: (key: ObjectIdentifier, log: AnyObject)?

  init() {}

  subscript(key: ObjectIdentifier) -> (any AnyActionLog)? { logs[key] }

  /// How long a log may become, as far as is known.
  func capacity(of key: ObjectIdentifier) -> Int { lengths[key] ?? 0 }

  /// Takes note of the log that is used; true where it is new.
  mutating func use(_ log: any AnyActionLog, _ key: ObjectIdentifier) -> Bool {
    last = (key, log)
    return logs.updateValue(log, forKey: key) == nil
  }

  /// Begins a chunk, in which logs will be about as long as in the one before.
  mutating func beginNext() {
    lengths = logs.mapValues(\.count)
    (logs, last) = ([:], nil)
  }
}

/// One entry of a Chrome trace.
struct TraceEntry {
  /// In nanoseconds.
  let time: Int
  /// Of entries with one time, those that contain others come first.
  let depth: Int
  let json: JSON

  /// - Parameters:
  ///   - phase: One letter: the kind of the entry.
  ///   - time: In nanoseconds; `.min` for what is told before all times.
  init(
    _ phase: String, _ name: String, _ process: Int, _ row: Int, time: Int, depth: Int = 0, _ fields: [JSON.Member]
  ) {
    self.time = time
    self.depth = depth
    let time = time == .min ? JSON.null : Self.microseconds(time)
    guard
      case .object(let members) = JSON.compact([
        "ph": .string(phase), "name": .string(name), "pid": .int(process), "tid": .int(row), "ts": time,
      ])
    else { fatalError("compact members are an object") }
    json = .object(members + fields.filter { $0.value != .null })
  }

  init(
    _ phase: String, _ name: String, _ process: Int, _ row: Int, time: Int, depth: Int = 0,
    _ fields: KeyValuePairs<String, JSON>
  ) {
    self.init(
      phase, name, process, row, time: time, depth: depth, fields.map { JSON.Member(name: $0.key, value: $0.value) })
  }

  /// The unit of the format. Fractions of it are allowed.
  static func microseconds(_ nanoseconds: Int) -> JSON { .double(Double(nanoseconds) / 1000) }

  static func isBefore(_ one: TraceEntry, _ other: TraceEntry) -> Bool {
    one.time != other.time ? one.time < other.time : one.depth < other.depth
  }
}

internal import PureduxRecording

/// Writes a chunk's steps, starting at the step `first`, and one batch of actions per action log.
struct StepWriter {
  private let chunk: RecordedChunk
  private let first: UInt64
  private let strangers: [[Int: Any]]
  private let clock: SessionClock
  private let hidesText: Bool

  init(
    _ chunk: RecordedChunk, from first: UInt64, _ strangers: [[Int: Any]], _ clock: SessionClock, hidesText: Bool
  ) {
    self.chunk = chunk
    self.first = first
    self.strangers = strangers
    self.clock = clock
    self.hidesText = hidesText
  }

  /// `{"first":1,"rows":[…],"actions":[…],"notes":[…],"draws":[…]}`
  func append(to bytes: inout [UInt8]) {
    let start = Int(first - chunk.first)
    var positions = Array(repeating: 0, count: chunk.logs.count)
    for step in chunk.steps[..<start] where step.kind != .note { positions[Int(step.log)] += 1 }
    var ends = positions
    for step in chunk.steps[start...] where step.kind != .note { ends[Int(step.log)] += 1 }
    let used = chunk.logs.indices.filter { ends[$0] > positions[$0] }
    bytes += #"{"first":"#.utf8
    bytes.append(decimal: Int(first))
    bytes += #","rows":["#.utf8
    let notes = appendRows(from: start, used, to: &bytes)
    bytes += #"],"actions":["#.utf8
    for (index, log) in used.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      WrittenActions(chunk.logs[log], positions[log]..<ends[log], strangers: strangers[log]).append(to: &bytes)
    }
    bytes += #"],"notes":"#.utf8
    JSON.array(notes.map { WrittenNote.json($0, hidesText: hidesText) }).append(to: &bytes)
    bytes += #","draws":["#.utf8
    appendDraws(to: &bytes)
    bytes += "]}".utf8
  }

  /// Appends one row for each step, and returns the notes to which the rows refer.
  ///
  /// A row contains the step's kind, the index of its log or note, its store, the number of steps back to its cause,
  /// and its time. For a step other than a note, the row also contains the durations of waiting, reducing and
  /// publishing, and the number of observers.
  private func appendRows(from start: Int, _ used: [Int], to bytes: inout [UInt8]) -> [RecordedNote] {
    var notes: [RecordedNote] = []
    let indices = Dictionary(uniqueKeysWithValues: used.enumerated().map { ($1, $0) })
    for (index, step) in chunk.steps[start...].enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      let isNote = step.kind == .note
      let store = isNote ? chunk.notes[Int(step.path)].store : chunk.logs[Int(step.log)].store(of: step.path)
      let place = isNote ? notes.count : indices[Int(step.log)] ?? 0
      if isNote { notes.append(chunk.notes[Int(step.path)]) }
      bytes.append(
        row: [
          Int64(step.kind.rawValue), Int64(place), Int64(bitPattern: store), Int64(step.origin.cause),
          clock.sinceStart(step.origin.began),
        ]
          + (isNote
            ? []
            : [
              clock.duration(step.origin.waited), clock.duration(step.reducing), clock.duration(step.publishing),
              Int64(step.observers),
            ]))
    }
    return notes
  }

  private func appendDraws(to bytes: inout [UInt8]) {
    var isFirst = true
    for draw in chunk.draws where draw.step >= first {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      bytes.append(row: [
        Int64(bitPattern: draw.step), Int64(draw.kind.rawValue), Int64(bitPattern: draw.first),
        Int64(bitPattern: draw.second),
      ])
    }
  }
}

/// Converts recorded times to nanoseconds, and ticks at a fixed rate.
struct SessionClock {
  private let clock: RecordingClock
  private let nanosecondsOfTick: Double

  init(_ clock: RecordingClock) {
    self.clock = clock
    let components = Ticks.duration(1 << 40).components
    nanosecondsOfTick = (Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9) / 0x1p40
  }

  func sinceStart(_ time: UInt64) -> Int64 {
    clock.nanosecondsSinceStart(time, nanosecondsOfTick: nanosecondsOfTick)
  }

  func duration(_ units: UInt32) -> Int64 { Int64(Double(RecordedOrigin.ticks(units)) * nanosecondsOfTick) }
}

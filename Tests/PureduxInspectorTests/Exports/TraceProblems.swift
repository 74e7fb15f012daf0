/// The problems of a Chrome trace, as sentences.
struct TraceProblems {
  private struct Slice {
    let name: String
    let began, ended: Double
  }

  private struct Arrow {
    var began: [(row: Int, time: Double)] = []
    var ended: [(row: Int, time: Double)] = []
  }

  private var found: [String] = []
  private var slices: [Int: [Slice]] = [:]
  private var arrows: [String: Arrow] = [:]
  private var work: [String: [String]] = [:]
  private var last = -Double.infinity

  static func of(_ entries: [[String: Any]]) -> [String] {
    var problems = TraceProblems()
    for entry in entries { problems.take(entry) }
    problems.checkNesting()
    problems.checkEnds()
    return problems.found
  }

  private mutating func take(_ entry: [String: Any]) {
    guard let phase = entry["ph"] as? String, let name = entry["name"] as? String, entry["pid"] is Int,
      let row = entry["tid"] as? Int
    else { return found.append("an entry lacks a part: \(entry)") }
    if phase == "M" { return }
    guard let time = entry["ts"] as? Double else { return found.append("\(name) has no time") }
    if time < last { found.append("\(name) comes too late") }
    last = time
    let id = entry["id"] as? String ?? ""
    switch phase {
    case "X":
      let duration = entry["dur"] as? Double ?? -1
      if duration < 0 { found.append("\(name) has no duration") }
      slices[row, default: []].append(Slice(name: name, began: time, ended: time + duration))
    case "s": arrows[id, default: Arrow()].began.append((row, time))
    case "f": arrows[id, default: Arrow()].ended.append((row, time))
    case "b", "e": work[id, default: []].append(phase)
    case "C":
      if (entry["args"] as? [String: Any])?.values.first is Int {} else { found.append("\(name) counts nothing") }
    case "i": break
    default: found.append("\(phase) is no phase")
    }
  }

  /// A slice is inside the slice that is open when it begins. Adding two fractions may cause an error of a nanosecond.
  private mutating func checkNesting() {
    for row in slices.values {
      var open: [Slice] = []
      for slice in row {
        while let outer = open.last, outer.ended <= slice.began + 1e-3, outer.ended < slice.ended { open.removeLast() }
        if let outer = open.last, slice.ended > outer.ended + 1e-3 {
          found.append("\(slice.name) leaves \(outer.name)")
        }
        open.append(slice)
      }
    }
  }

  private mutating func checkEnds() {
    for (id, arrow) in arrows {
      guard arrow.began.count == 1, arrow.ended.count == 1 else {
        found.append("arrow \(id) has \(arrow.began.count) beginnings and \(arrow.ended.count) ends")
        continue
      }
      if arrow.began[0].time > arrow.ended[0].time { found.append("arrow \(id) leads back") }
      for end in arrow.began + arrow.ended
      where !slices[end.row, default: []].contains(where: { $0.began <= end.time && end.time <= $0.ended + 1e-3 }) {
        found.append("arrow \(id) touches no slice")
      }
    }
    for (id, phases) in work where phases != ["b", "e"] { found.append("work \(id) has \(phases)") }
  }
}

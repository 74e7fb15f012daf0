import PureduxCollections
import PureduxCore
import PureduxDifference
import PureduxEffects

// Derived values that tools display after the properties of a query state. The derived values include the reason for
// each fetch. A recording also contains the action that triggered the fetch.
extension EditableQueryState: AnnotatedValue {
  package var annotations: [(name: String, value: Any)] {
    let content = storage.content
    let fetches = content.fetches.map { fetch in
      FetchInProgress(
        key: fetch.id, reason: content.entries[id: fetch.id]?.reason, attempt: (fetch.job.currentAttempt ?? 0) + 1,
        begunAt: WallTime.text(content.wallTime(at: fetch.begunAt)))
    }
    let deadline = content.alarm.isInProgress ? WallTime.text(content.wallTime(at: content.alarmTime)) : nil
    return [
      ("keysInUse", content.used.keys), ("fetchesInProgress", fetches), ("nextDeadline", deadline as Any),
      ("invalidations", content.invalidations.map(\.id)),
    ]
  }

  package var summary: String {
    func count(_ number: Int, _ one: String, _ many: String) -> String? {
      number == 0 ? nil : "\(number) \(number == 1 ? one : many)"
    }
    let content = storage.content
    return [
      count(entries.count, "entry", "entries") ?? "no entries", count(content.used.keys.count, "in use", "in use"),
      count(content.fetches.count, "fetch", "fetches"), count(pending.count, "pending change", "pending changes"),
    ].compactMap { $0 }.joined(separator: ", ")
  }
}

/// A fetch in progress, in the form that tools display.
private struct FetchInProgress<Key> {
  let key: Key
  let reason: FetchReason?
  let attempt: Int
  let begunAt: String
}

extension QueryEntry: AnnotatedValue {
  package var annotations: [(name: String, value: Any)] {
    [
      ("answeredAt", (updatedAt == .min ? nil : WallTime.text(updatedAt)) as Any), ("isRestored", isRestored),
      ("fetchReason", reason as Any), ("tags", tags as Any),
    ]
  }

  package var summary: String {
    let status: [(String, Bool)] = [
      ("loading", isLoading), ("refreshing", isRefreshing), ("pending", isPending), ("failed", failure != nil),
      ("restored", isRestored), ("in use", isUsed),
    ]
    let words = status.filter(\.1).map(\.0)
    return "\(id)" + (words.isEmpty ? "" : ": ") + words.joined(separator: ", ")
  }
}

extension WallTime {
  /// Returns a time as text in UTC, for example `2026-11-25 10:44:18`.
  static func text(_ nanoseconds: Int64) -> String {
    let seconds = nanoseconds / 1_000_000_000
    let (days, time) = (Int(clamping: seconds / 86_400), Int(clamping: seconds % 86_400))
    // The calculation uses years that begin in March, so that a leap day is the last day of its year. A period of 400
    // years has 146,097 days.
    let day = days + 719_468
    let dayOfEra = day % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let year = yearOfEra + day / 146_097 * 400 + (month < 10 ? 0 : 1)
    let date = [month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1]
    let clock = [time / 3_600, time / 60 % 60, time % 60]
    func digits(_ numbers: [Int], _ separator: String) -> String {
      numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: separator)
    }
    return "\(year)-" + digits(date, "-") + " " + digits(clock, ":")
  }
}

/// The numbers of a session file, as far as they can be computed with.
///
/// A file may say anything, with checksums that are right for it. Every number of a file passes through here: one that names
/// something which cannot be is refused, and one that measures is cut to what can be added and shown.
enum SessionNumber {
  /// Events, stores, cells and runs are counted from 1 on, and no program comes to the end of this.
  private static let most: Int64 = 1 << 48
  /// 36 years in nanoseconds. Some of them can be added.
  private static let longest: Int64 = 1 << 60

  /// The number of an event.
  static func event(_ number: Int64) throws -> Int { try whole(number, from: 1) }

  /// The number of the event that something comes after; 0 for the beginning.
  static func position(_ number: Int64) throws -> UInt64 { UInt64(try whole(number, from: 0)) }

  /// What a store, or a run of work, is called by; 0 where it is not known.
  static func id(_ number: Int64) throws -> UInt64 { UInt64(try whole(number, from: 0)) }

  /// A place in a list, or the number of a cell.
  static func index(_ number: Int64) throws -> Int { try whole(number, from: 0) }

  private static func whole(_ number: Int64, from first: Int64) throws -> Int {
    guard (first...most).contains(number), let number = Int(exactly: number) else { throw JSONSlice.Unexpected() }
    return number
  }

  /// How many there were of something.
  static func count(_ number: Int64) -> Int { Int(clamping: max(0, min(number, Int64(Int32.max)))) }

  /// A time since the recording began.
  static func time(_ nanoseconds: Int64) -> Duration { .nanoseconds(min(max(nanoseconds, -longest), longest)) }

  /// How long something took.
  static func length(_ nanoseconds: Int64) -> Duration { .nanoseconds(min(max(nanoseconds, 0), longest)) }

  /// The two words of a time that a reducer drew: seconds, and parts of one.
  static func drawnTime(_ seconds: Int64, _ attoseconds: Int64) throws -> (UInt64, UInt64) {
    guard abs(Double(seconds)) < 0x1p60, abs(Double(attoseconds)) < 1e18 else { throw JSONSlice.Unexpected() }
    return (UInt64(bitPattern: seconds), UInt64(bitPattern: attoseconds))
  }
}

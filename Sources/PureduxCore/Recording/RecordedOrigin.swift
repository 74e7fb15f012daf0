/// Where a step came from, and when its turn began.
package struct RecordedOrigin: Sendable {
  /// In ticks.
  package var began: UInt64 = 0
  /// Between the post and the turn, in units of 16 ticks.
  package var waited: UInt32 = 0
  /// How many steps before this one its cause stands; 0 where there is none.
  package var cause: UInt32 = 0

  /// The ticks of a time in these units.
  package static func ticks(_ units: UInt32) -> UInt64 { UInt64(units) << 4 }

  /// A time in units of 16 ticks; very long ones are cut off.
  static func units(_ ticks: UInt64) -> UInt32 { UInt32(clamping: ticks >> 4) }
}

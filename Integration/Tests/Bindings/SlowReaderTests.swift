import BuiltPrograms
import Foundation
import Testing

/// A million, or fewer in repetitions of the whole suite.
private let thousands = ProcessInfo.processInfo.environment["PUREDUX_REPEATING"] == "1" ? 100 : 1_000

/// Measures the memory of a separate process, in which nothing else happens.
@Suite struct SlowReaderTests {
  /// The last state that was read, and the growth of the peak memory in kilobytes.
  private func measure(_ source: String, thousands: Int) throws -> (last: Int, growth: Int) {
    let numbers = try BuiltProgram("SlowReader").words([source, "\(thousands)"]).compactMap { Int($0) }
    try #require(numbers.count == 2)
    return (numbers[0], numbers[1])
  }

  @Test func `a million actions with a slow reader use no more memory than a few`() throws {
    let (last, growth) = try measure("states", thousands: thousands)
    #expect(last == thousands * 1_000)
    #expect(growth < 16_000)
  }

  @Test func `the same measurement detects a reader that keeps every state`() throws {
    #expect(try measure("buffer", thousands: 100).growth > 32_000)
  }
}

import Foundation

/// The seeds with which each example is explored: ten, or one if each exploration takes a given time.
let explorationSeeds: [UInt64] =
  ProcessInfo.processInfo.environment["PUREDUX_EXPLORE"] == nil ? Array(0..<10) : [0]

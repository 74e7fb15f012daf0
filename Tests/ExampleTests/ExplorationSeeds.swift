import Foundation

/// The seeds with which each example is explored: four, ten in the long form, or one if each exploration takes a given
/// time.
let explorationSeeds: [UInt64] = {
  let environment = ProcessInfo.processInfo.environment
  if environment["PUREDUX_EXPLORE"] != nil { return [0] }
  return Array(0..<(environment["PUREDUX_LONG"] == "1" ? 10 : 4))
}()

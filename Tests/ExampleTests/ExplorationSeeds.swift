import Foundation

/// The seeds with which each example is explored: ten, forty in the long form, a new one if the tests are repeated, or
/// one if each exploration takes a given time.
let explorationSeeds: [UInt64] = {
  let environment = ProcessInfo.processInfo.environment
  if environment["PUREDUX_EXPLORE"] != nil { return [0] }
  if environment["PUREDUX_REPEATING"] == "1" { return [.random(in: 0...UInt64(UInt32.max))] }
  return Array(0..<(environment["PUREDUX_LONG"] == "1" ? 40 : 10))
}()

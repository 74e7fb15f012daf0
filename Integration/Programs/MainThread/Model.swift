import PureduxTesting
import ThreadProbes
import TreeModel

/// Compares random trees of the main thread with the model of the laws.
func checkModel() {
  let stepsOfARun = 1_000
  var check = ModelCheck("on the main thread", stepsOfARun: stepsOfARun)
  let steps = ThreadTime.isMultiplied ? 10_000 : 50_000
  for seed in ModelCheck.seeds(steps: steps, stepsOfARun: stepsOfARun) {
    if let violation = check.run(seed: seed, seed % 4 != 3 ? .main : .mainAtOnce) { fail(violation) }
  }
  print(check.statistics.joined(separator: "\n"))
  if !check.rareOperations.isEmpty { fail("too seldom to prove anything: \(check.rareOperations)") }
  for driver in [ModelDriver.main, .mainAtOnce] {
    let run = ModelRun(seed: 1, steps: stepsOfARun, driver, droppedAction: 20)
    if run.report() == nil { fail("\(driver): an action was dropped, and the model did not see it") }
  }
}

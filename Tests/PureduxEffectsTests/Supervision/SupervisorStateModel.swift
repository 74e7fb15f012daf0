@testable import PureduxEffects

/// A collection of effect states under supervision, and the commands that followed.
final class SupervisorStateModel {
  var state: SupervisorState
  var requests: [Effect.State] = []
  var runs: [EffectRun] = []
  var log: [String] = []
  var names: [Identity: String] = [:]

  init(_ names: String..., overlap: Effect.Overlap = .latest, limit: Int? = nil) {
    state = SupervisorState(overlap: overlap, limit: limit)
    for name in names { add(name) }
  }

  func add(_ name: String) {
    let state = Effect.State.idle()
    names[state.id] = name
    requests.append(state)
  }

  func change(_ change: (inout [Effect.State]) -> Void) {
    let old = requests
    change(&requests)
    old.withUnsafeBufferPointer { old in
      requests.withUnsafeBufferPointer { perform(state.change(RequestDifference(from: old, to: $0))) }
    }
    perform(state.stateChanged())
  }

  func perform(_ commands: SupervisorState.Commands) {
    for command in commands.first {
      switch command {
      case .stop(let record):
        record.run.isClosed.raise()
        log.append("stop \(name(record.run))")
      case .close(let run, _): run.isClosed.raise()
      case .begin(let run, _): log.append("begin \(name(run))")
      case .report: log.append("misuse")
      }
    }
    for run in commands.runs {
      runs.append(run)
      log.append("make \(name(run))")
    }
  }

  func ready(_ index: Int) {
    if state.made(runs[index], Effect {}) { log.append("begin \(name(runs[index]))") }
  }

  func delay(_ index: Int) { _ = state.delayed(runs[index], WaitingWork(Effect {}, timer: StoreTimer {})) }

  func passDelay(_ index: Int) { perform(state.delayPassed(runs[index])) }

  func postpone(_ index: Int, asOf revision: Int? = nil) -> Bool {
    let (isOutdated, commands) = state.postponed(runs[index], asOf: revision ?? state.revision)
    perform(commands)
    return isOutdated
  }

  func end(_ index: Int) { perform(state.ended(runs[index])?.commands ?? .init()) }

  private func name(_ run: EffectRun) -> String { "\(names[run.state.id] ?? "?")\(run.state.generation)" }
}

/// The same change for each of several states.
func all(_ change: @escaping (inout Effect.State) -> Void) -> (inout [Effect.State]) -> Void {
  { states in for index in states.indices { change(&states[index]) } }
}

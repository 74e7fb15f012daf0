@testable import PureduxEffects

/// A collection of states under supervision, and what was commanded.
final class SupervisionModel {
  var supervision: Supervision
  var asked: [Effect.State] = []
  var runs: [EffectRun] = []
  var log: [String] = []
  var names: [Identity: String] = [:]

  init(_ names: String..., overlap: Effect.Overlap = .latest, limit: Int? = nil) {
    supervision = Supervision(overlap: overlap, limit: limit)
    for name in names { add(name) }
  }

  func add(_ name: String) {
    let state = Effect.State.idle()
    names[state.id] = name
    asked.append(state)
  }

  func change(_ change: (inout [Effect.State]) -> Void) {
    let old = asked
    change(&asked)
    old.withUnsafeBufferPointer { old in
      asked.withUnsafeBufferPointer { perform(supervision.change(Supervision.Difference(from: old, to: $0))) }
    }
    perform(supervision.stateChanged())
  }

  func perform(_ commands: [Supervision.Command]) {
    for command in commands {
      switch command {
      case .make(let run):
        runs.append(run)
        log.append("make \(name(run))")
      case .stop(let entry):
        entry.run.isClosed.raise()
        log.append("stop \(name(entry.run))")
      case .close(let run, _): run.isClosed.raise()
      case .begin(let run, _): log.append("begin \(name(run))")
      case .report: log.append("misuse")
      }
    }
  }

  func ready(_ index: Int) {
    if supervision.ready(runs[index], Effect {}) { log.append("begin \(name(runs[index]))") }
  }

  func postpone(_ index: Int, asOf revision: Int? = nil) -> Bool {
    var commands: [Supervision.Command] = []
    defer { perform(commands) }
    return supervision.postpone(runs[index], asOf: revision ?? supervision.revision, &commands)
  }

  func end(_ index: Int) { perform(supervision.ended(runs[index])?.commands ?? []) }

  private func name(_ run: EffectRun) -> String { "\(names[run.state.id] ?? "?")\(run.state.generation)" }
}

/// The same change for each of several states.
func all(_ change: @escaping (inout Effect.State) -> Void) -> (inout [Effect.State]) -> Void {
  { states in for index in states.indices { change(&states[index]) } }
}

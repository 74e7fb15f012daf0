import Foundation
import PureduxCore
import PureduxInspector

/// A program with an invented past. Its states are computed again from its actions.
// SAFETY: the lock is held wherever something that changes is touched.
final class PlannerProgram: ControlledProgram, @unchecked Sendable {
  private static let eventsOfCheckpoint = 500
  private let lock = NSLock()
  private var log: [InspectedEvent] = []
  private var day = PlannerDay()
  private var microseconds = 0
  private var checkpoints = [Planner()]
  private var latest: (event: Int, state: Planner)?
  private var travelState = TravelState()

  let name = "Planner"
  let stores = [
    InspectedStore(id: 0, name: "app", stateType: "Planner", actionType: "Action"),
    InspectedStore(id: 1, name: "todos", stateType: "[Todo]", actionType: "Action", parent: 0),
    InspectedStore(id: 2, name: "chat", stateType: "[String]", actionType: "Action", parent: 0),
    InspectedStore(id: 3, name: "downloads", stateType: "Downloads", actionType: "Action", parent: 0),
    InspectedStore(id: 4, stateType: "Download", actionType: "Action", parent: 3, isGone: true),
  ]
  let firstEvent = 1

  var lastEvent: Int { lock.withLock { log.count } }

  /// Lets at least as many events happen as `count` says; returns how many did.
  @discardableResult
  func happen(_ count: Int) -> Int {
    lock.withLock {
      let start = log.count
      while log.count < start + count {
        let deed = day.nextDeed()
        for (index, step) in deed.steps.enumerated() {
          append(step, cause: deed.isCaused && index > 0 ? log.count : nil)
        }
      }
      return log.count - start
    }
  }

  private func append(_ step: PlannerDay.Step, cause: Int?) {
    microseconds += 200 + day.number(below: 20_000)
    let timing = InspectedEvent.Timing(
      waited: .nanoseconds(300 + day.number(below: 900)),
      reducing: .nanoseconds(day.number(below: 400) == 0 ? 1_400_000 : 400 + day.number(below: 4000)),
      publishing: .nanoseconds(900 + day.number(below: 9000)), observers: day.number(below: 5))
    log.append(
      InspectedEvent(
        number: log.count + 1, kind: step.kind, store: step.store, cause: cause, began: .microseconds(microseconds),
        timing: step.action.map { _ in timing }, action: step.action, work: step.work))
  }

  func events(after number: Int, limit: Int) -> [InspectedEvent] {
    lock.withLock { Array(log.dropFirst(number).prefix(limit)) }
  }

  func causes(of event: Int) -> [InspectedEvent] {
    lock.withLock {
      sequence(first: event) { self.log[$0 - 1].cause }.dropFirst().map { log[$0 - 1] }
    }
  }

  func effects(of event: Int) -> [InspectedEvent] {
    lock.withLock { log[event...].prefix(100).filter { $0.cause == event } }
  }

  private func planner(after event: Int) -> Planner {
    while checkpoints.count * Self.eventsOfCheckpoint <= event {
      let start = (checkpoints.count - 1) * Self.eventsOfCheckpoint
      checkpoints.append(replayed(checkpoints[checkpoints.count - 1], start..<start + Self.eventsOfCheckpoint))
    }
    var start = event / Self.eventsOfCheckpoint * Self.eventsOfCheckpoint
    var state = checkpoints[start / Self.eventsOfCheckpoint]
    if let latest, (start...event).contains(latest.event) { (start, state) = latest }
    state = replayed(state, start..<event)
    latest = (event, state)
    return state
  }

  private func replayed(_ state: Planner, _ range: Range<Int>) -> Planner {
    var state = state
    for event in log[range] where !travelState.skipped.contains(event.number) {
      if let action = event.action as? Planner.Action { state.reduce(action) }
    }
    return state
  }

  func state(ofStore store: UInt64, after event: Int) -> (any Sendable)? {
    let planner = lock.withLock { self.planner(after: event) }
    switch store {
    case 0: return planner
    case 1: return planner.todos
    case 2: return planner.messages
    case 3: return planner.downloads
    default: return nil
    }
  }

  func changes(at event: Int) -> [InspectedChange] { changes(ofStore: 0, from: event - 1, to: event) }

  func changes(ofStore store: UInt64, from: Int, to: Int) -> [InspectedChange] {
    let (before, after) = lock.withLock { (planner(after: from), planner(after: to)) }
    return Difference(from: before, to: after)?.changes
      .map { InspectedChange(store: 0, path: $0.path, before: $0.before, after: $0.after) } ?? []
  }

  var travel: TravelState { lock.withLock { travelState } }

  func perform(_ command: TravelCommand) {
    lock.withLock {
      switch command {
      case .pause: travelState.isPaused = true
      case .jump(let event): (travelState.isPaused, travelState.position) = (true, event)
      case .step(let count):
        let position = (travelState.position ?? log.count) + count
        (travelState.isPaused, travelState.position) = (true, min(max(1, position), log.count))
      case .skip(let event): travelState.skipped.insert(event)
      case .unskip(let event): travelState.skipped.remove(event)
      case .resumeAtPresent, .resumeHere: (travelState.isPaused, travelState.position) = (false, nil)
      }
      if case .skip = command { (checkpoints, latest) = ([Planner()], nil) }
      if case .unskip = command { (checkpoints, latest) = ([Planner()], nil) }
    }
  }

  func dispatchAgain(_ event: Int) throws(ControlRefusal) {
    lock.withLock { append((.action, log[event - 1].store, log[event - 1].action as? Planner.Action, nil), cause: nil) }
  }

  func dispatch(json: [UInt8], toStore store: UInt64) throws(ControlRefusal) {
    throw ControlRefusal(sentence: "the actions of this store are not Decodable")
  }
}

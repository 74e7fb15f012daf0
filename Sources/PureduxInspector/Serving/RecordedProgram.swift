internal import Dispatch
internal import Foundation
internal import PureduxRecording

/// An inspected program that is backed by a recording.
struct RecordedProgram: InspectedProgram {
  let recording: Recording
  let name: String
  /// Redacts each action and state before it is displayed.
  var redact: Redaction?
  var questions = MainThreadQuestions()

  var firstEvent: Int { recording.firstEvent }
  var lastEvent: Int { recording.lastEvent }

  func events(after number: Int, limit: Int) -> [RecordedEvent] {
    recording.events(after: number, limit: limit).map { $0.redacted(redact) }
  }

  func causes(of event: Int) -> [RecordedEvent] { recording.causes(of: event).map { $0.redacted(redact) } }
  func effects(of event: Int) -> [RecordedEvent] { recording.effects(of: event).map { $0.redacted(redact) } }

  /// Returns the redacted form of an action or a state. Use the redacted value only on the calling thread, because the
  /// value might not be `Sendable`.
  private func redacted(_ value: any Sendable) -> any Sendable { redact.map { Recording.sendable($0(value)) } ?? value }

  var stores: [RecordedStore] {
    let moment = recording.history.moment
    return recording.stores.map { store in
      var store = store
      if store.actionTypes.isEmpty, let type = actionType(ofStore: store.id, in: moment) {
        store.actionTypes = ["\(type)"]
      }
      return store
    }
  }

  func state(ofStore store: UInt64, after event: Int) throws(StateRefusal) -> (any Sendable)? {
    try computed { $0.state(ofStore: store, after: event) }.map(redacted)
  }

  func changes(at event: Int) throws(StateRefusal) -> [InspectedChange] {
    try computed { [redact] in
      $0.difference(at: event) { redact?($0) ?? $0 }.flatMap { Self.changes(of: $0.store, $0.difference) }
    }
  }

  func changes(ofStore store: UInt64, from: Int, to: Int) throws(StateRefusal) -> [InspectedChange] {
    let states = try computed { ($0.state(ofStore: store, after: from), $0.state(ofStore: store, after: to)) }
    guard let before = states.0.map(redacted), let after = states.1.map(redacted),
      let difference = Difference(from: before, to: after)
    else {
      return []
    }
    return Self.changes(of: store, difference)
  }

  func draws(in events: ClosedRange<Int>) -> [Int: [RecordedDraws.Draw]] {
    let moment = recording.history.moment
    let last = moment.lastStep(of: UInt64(max(0, events.upperBound)))
    var draws: [Int: [RecordedDraws.Draw]] = [:]
    for chunk in moment.chunks {
      for draw in chunk.draws where draw.step <= last {
        // A turn's event precedes the turn's level steps, so search backward for the event.
        var event = draw.step
        while let step = moment[event], !step.isEvent { event -= 1 }
        if events.contains(Int(event)) { draws[Int(event), default: []].append(draw) }
      }
    }
    return draws
  }

  /// Runs `compute` on a thread that may run the tree's reducers.
  private func computed<Answer: Sendable>(
    _ compute: @escaping @Sendable (Recording) -> Answer
  ) throws(StateRefusal) -> Answer {
    let tree = recording.history.tree
    return tree.mayReduceHere ? compute(recording) : try questions.ask(tree) { [recording] in compute(recording) }
  }

  private static func changes(of store: UInt64, _ difference: Difference) -> [InspectedChange] {
    difference.changes.map {
      InspectedChange(store: store, path: $0.path, before: $0.before, after: $0.after)
    }
  }
}

extension RecordedProgram: ControlledProgram {
  var travel: TravelState { recording.journey.travel }

  func perform(_ command: TravelCommand) { recording.journey.perform(command) }

  func dispatchAgain(_ event: Int) throws(ControlRefusal) {
    guard let (action, log, path) = recording.history.moment.action(of: event) else {
      throw ControlRefusal(sentence: "the event has no action, or is no longer retained")
    }
    try dispatch(action, toStore: log.store(of: path)) { log.dispatch(action, by: path) }
  }

  func dispatch(json: [UInt8], toStore store: UInt64) throws(ControlRefusal) {
    let moment = recording.history.moment
    let log = moment.log(of: store)
    guard let type = actionType(ofStore: store, in: moment) else {
      throw ControlRefusal(
        sentence: "no action was dispatched to this store during the recording, so its action type is unknown")
    }
    guard let decodable = type as? any (Decodable & Sendable).Type else {
      throw ControlRefusal(sentence: "the actions of this store are not Decodable")
    }
    let action = try decoded(decodable, from: json)
    try dispatch(action, toStore: store) { log.map { $0.log.dispatch(action, by: $0.path) } ?? false }
  }

  /// The action type of a store, determined from the store's dispatcher or from a recorded action.
  func actionType(ofStore store: UInt64, in moment: RecordedHistory.Moment) -> Any.Type? {
    recording.history.recorder.dispatcher(of: store)?.actionType ?? moment.log(of: store)?.log.actionType
  }

  private func decoded(
    _ type: any (Decodable & Sendable).Type, from json: [UInt8]
  ) throws(ControlRefusal) -> any Sendable {
    do {
      return try JSONDecoder().decode(type, from: Data(json))
    } catch {
      let reason = "\(error)".replacing("\"", with: "")
      throw ControlRefusal(sentence: "this is not an action of type \(type): \(reason)")
    }
  }

  /// Dispatches the action through the store's own dispatcher, if it has one, so that effects start.
  private func dispatch(
    _ action: any Sendable, toStore store: UInt64, orElse reduce: () -> Bool
  ) throws(ControlRefusal) {
    switch recording.history.recorder.dispatcher(of: store)?.dispatch(action) {
    case .dispatched: return
    case .gone: throw ControlRefusal(sentence: "the store no longer exists")
    case .refused, nil:
      if recording.stores.contains(where: { $0.id == store && $0.isGone }) {
        throw ControlRefusal(sentence: "the store no longer exists")
      }
      guard reduce() else { throw ControlRefusal(sentence: "the store has another action type") }
    }
  }
}

extension RecordedHistory.Moment {
  /// The action of an event, the log that contains the action, and the number of the action's path.
  fileprivate func action(of event: Int) -> (any Sendable, any AnyActionLog, UInt32)? {
    guard event > 0, let chunk = chunks.first(where: { $0.first <= event && event < $0.end }) else { return nil }
    let index = event - Int(chunk.first)
    let step = chunk.steps[index]
    guard step.kind == .turn || step.kind == .dispatch || step.kind == .dropped else { return nil }
    let position = chunk.steps[..<index].count { $0.kind != .note && $0.log == step.log }
    let log = chunk.logs[Int(step.log)]
    return (log.action(at: position), log, step.path)
  }

  /// The latest log that contains actions of a store, and the number of the path of those actions.
  fileprivate func log(of store: UInt64) -> (log: any AnyActionLog, path: UInt32)? {
    for chunk in chunks.reversed() {
      for log in chunk.logs { if let path = log.path(of: store) { return (log, path) } }
    }
    return nil
  }
}

/// Computes values on the main thread on behalf of other threads.
///
/// Some programs allow their reducers to run only on the main thread. The main thread computes its own values directly.
/// Any other thread waits for a value only for a limited time, because the main thread may be busy, or may itself be
/// about to wait for that thread.
final class MainThreadQuestions: Sendable {
  private struct Waiting: Sendable {
    var isStopped = false
    /// The semaphores of pending calls, signaled when the result is available or when `stop()` is called.
    var ends: [DispatchSemaphore] = []
  }

  private let patience: DispatchTimeInterval
  private let waiting = Guarded(Waiting())

  init(patience: DispatchTimeInterval = .seconds(2)) { self.patience = patience }

  /// Runs `compute` on the main thread, and returns its result.
  func ask<Answer: Sendable>(
    _ tree: StoreTree, _ compute: @escaping @Sendable () -> Answer
  ) throws(StateRefusal) -> Answer {
    if MainRunner.isHere { return compute() }
    let (end, isGivenUp, answer) = (DispatchSemaphore(value: 0), AtomicFlag(), Guarded<Answer?>(nil))
    guard begin(end) else { throw Self.refusal }
    defer { waiting.withLock { $0.ends.removeAll { $0 === end } } }
    tree.runOnMain {
      guard !isGivenUp.isRaised else { return }
      let computed = compute()
      answer.withLock { $0 = computed }
      end.signal()
    }
    _ = end.wait(timeout: .now() + patience)
    if let answer = answer.withLock({ $0 }) { return answer }
    isGivenUp.raise()
    throw Self.refusal
  }

  /// Rejects pending and future calls, and wakes the threads that are waiting for results.
  func stop() {
    let ends = waiting.withLock { waiting in
      waiting.isStopped = true
      return waiting.ends
    }
    for end in ends { end.signal() }
  }

  private func begin(_ end: DispatchSemaphore) -> Bool {
    waiting.withLock { waiting in
      if !waiting.isStopped { waiting.ends.append(end) }
      return !waiting.isStopped
    }
  }

  private static var refusal: StateRefusal {
    StateRefusal(
      sentence: "the reducers of this program run on its main thread, which is busy: retry later")
  }
}

import Foundation
import PureduxRecording

extension RecordedProgram: ControlledProgram {
  var travel: TravelState { recording.journey.travel }

  func perform(_ command: TravelCommand) { recording.journey.perform(command) }

  func dispatchAgain(_ event: Int) throws(ControlRefusal) {
    guard let (action, log, path) = recording.history.moment.action(of: event) else {
      throw ControlRefusal(sentence: "the event has no action, or is no longer kept")
    }
    try dispatch(action, toStore: log.store(of: path)) { log.dispatch(action, by: path) }
  }

  func dispatch(json: [UInt8], toStore store: UInt64) throws(ControlRefusal) {
    let moment = recording.history.moment
    let log = moment.log(of: store)
    guard let type = actionType(ofStore: store, in: moment) else {
      throw ControlRefusal(
        sentence: "nothing was dispatched to this store while it was recorded, so its actions are not known")
    }
    guard let decodable = type as? any (Decodable & Sendable).Type else {
      throw ControlRefusal(sentence: "the actions of this store are not Decodable")
    }
    let action = try decoded(decodable, from: json)
    try dispatch(action, toStore: store) { log.map { $0.log.dispatch(action, by: $0.path) } ?? false }
  }

  /// The type of the actions that a store takes: as it was made, or of an action that was recorded.
  func actionType(ofStore store: UInt64, in moment: RecordedHistory.Moment) -> Any.Type? {
    recording.history.recorder.entrance(of: store)?.actionType ?? moment.log(of: store)?.log.actionType
  }

  private func decoded(
    _ type: any (Decodable & Sendable).Type, from json: [UInt8]
  ) throws(ControlRefusal) -> any Sendable {
    do {
      return try JSONDecoder().decode(type, from: Data(json))
    } catch {
      let reason = "\(error)".replacing("\"", with: "")
      throw ControlRefusal(sentence: "this is no action of type \(type): \(reason)")
    }
  }

  /// Dispatches through the store itself where it is known, which starts the work of an action too.
  private func dispatch(
    _ action: any Sendable, toStore store: UInt64, orElse reduce: () -> Bool
  ) throws(ControlRefusal) {
    switch recording.history.recorder.entrance(of: store)?.dispatch(action) {
    case .dispatched: return
    case .gone: throw ControlRefusal(sentence: "the store is gone")
    case .refused, nil:
      if recording.stores.contains(where: { $0.id == store && $0.isGone }) {
        throw ControlRefusal(sentence: "the store is gone")
      }
      guard reduce() else { throw ControlRefusal(sentence: "the store takes actions of another type") }
    }
  }
}

extension RecordedHistory.Moment {
  /// The action of an event, with its log and its path there.
  fileprivate func action(of event: Int) -> (any Sendable, any AnyActionLog, UInt32)? {
    guard event > 0, let chunk = chunks.first(where: { $0.first <= event && event < $0.end }) else { return nil }
    let index = event - Int(chunk.first)
    let step = chunk.steps[index]
    guard step.kind == .turn || step.kind == .dispatch || step.kind == .dropped else { return nil }
    let position = chunk.steps[..<index].count { $0.kind != .note && $0.log == step.log }
    let log = chunk.logs[Int(step.log)]
    return (log.action(at: position), log, step.path)
  }

  /// The newest log with actions of a store, and their path there.
  fileprivate func log(of store: UInt64) -> (log: any AnyActionLog, path: UInt32)? {
    for chunk in chunks.reversed() {
      for log in chunk.logs { if let path = log.path(of: store) { return (log, path) } }
    }
    return nil
  }
}

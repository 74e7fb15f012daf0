import Foundation

@testable import PureduxInspector

/// A program with a known past: a shop with a cart, whose states after each event are stored.
// SAFETY: the commands are accessed with the lock held; the rest does not change.
final class ShopProgram: ControlledProgram, @unchecked Sendable {
  struct Item: Sendable, Equatable {
    var title: String
    var price: Double
    var isPaid = false
  }
  struct Shop: Sendable, Equatable {
    var items: [Item] = []
    var user: String?
    var notes: [String: Int] = [:]
  }
  enum Action: Sendable {
    case add(title: String, price: Double)
    case pay(index: Int)
    case logIn(String)
    case clear
  }

  private let lock = NSLock()
  private var performed: [TravelCommand] = []
  private var dispatched: [String] = []
  private var asked = 0

  let name = "Shop"
  let firstEvent: Int
  private let log: [RecordedEvent]
  private let states: [Shop]
  let stores: [RecordedStore] = [
    RecordedStore(id: 0, name: "shop", stateType: "Shop", actionTypes: ["Action"]),
    RecordedStore(id: 1, stateType: "Cart", actionTypes: ["CartAction"], parent: 0, isGone: true),
  ]

  init(_ actions: [Action] = ShopProgram.day, firstEvent: Int = 1) {
    var state = Shop()
    var states = [state]
    var log: [RecordedEvent] = []
    for (index, action) in actions.enumerated() {
      switch action {
      case .add(let title, let price): state.items.append(Item(title: title, price: price))
      case .pay(let index): state.items[index].isPaid = true
      case .logIn(let name): state.user = name
      case .clear: state.items = []
      }
      states.append(state)
      log.append(
        RecordedEvent(
          number: index + 1, kind: .action, store: 0, cause: index % 3 == 2 ? index : nil,
          began: .milliseconds(index),
          timing: RecordedEvent.Timing(
            waited: .microseconds(1), reducing: .microseconds(index), publishing: .microseconds(2), observers: 1),
          action: action))
    }
    let work = StoreWork(name: "load", run: 7, attempt: 2)
    let end = actions.count
    log.append(
      RecordedEvent(
        number: end + 1, kind: .workStarted, store: 1, cause: end, began: .seconds(1), work: work))
    log.append(
      RecordedEvent(number: end + 2, kind: .workEnded, store: 1, cause: end + 1, began: .seconds(3), work: work))
    states += [state, state]
    self.log = log
    self.states = states
    self.firstEvent = firstEvent
  }

  static let day: [Action] = [
    .logIn("Ada"), .add(title: "Milk", price: 1.5), .add(title: "Bread", price: 3), .pay(index: 1), .clear,
  ]

  var lastEvent: Int { log.count }

  func events(after number: Int, limit: Int) -> [RecordedEvent] {
    lock.withLock { asked = max(asked, limit) }
    return Array(log.drop { $0.number <= max(number, firstEvent - 1) }.prefix(limit))
  }

  /// The largest number of events in one request.
  var mostEventsAsked: Int { lock.withLock { asked } }

  func causes(of event: Int) -> [RecordedEvent] {
    var chain: [RecordedEvent] = []
    var next = log[event - 1].cause
    while let number = next {
      chain.append(log[number - 1])
      next = log[number - 1].cause
    }
    return chain
  }

  func effects(of event: Int) -> [RecordedEvent] { log.filter { $0.cause == event } }

  func state(ofStore store: UInt64, after event: Int) -> (any Sendable)? { store == 0 ? states[event] : nil }

  func changes(at event: Int) -> [InspectedChange] {
    states[event] == states[event - 1]
      ? [] : [InspectedChange(store: 0, path: "user", before: "nil", after: "\"Ada\"")]
  }

  func changes(ofStore store: UInt64, from: Int, to: Int) -> [InspectedChange] {
    [InspectedChange(store: store, path: "\(from)", before: nil, after: "\(to)")]
  }

  var travel: TravelState { TravelState(isPaused: true, position: 3, skipped: [2]) }

  var commands: [TravelCommand] { lock.withLock { performed } }
  var sent: [String] { lock.withLock { dispatched } }

  func perform(_ command: TravelCommand) { lock.withLock { performed.append(command) } }

  func dispatchAgain(_ event: Int) throws(ControlRefusal) {
    guard event < 4 else { throw ControlRefusal(sentence: "the store no longer exists") }
    lock.withLock { dispatched.append("again \(event)") }
  }

  func dispatch(json: [UInt8], toStore store: UInt64) throws(ControlRefusal) {
    lock.withLock { dispatched.append("\(store): \(String(decoding: json, as: UTF8.self))") }
  }
}

import Foundation
import PureduxChildren
import PureduxEffects
import PureduxRecording
import PureduxTesting
import Testing

/// Random time travel of programs with effects, and with children that follow the state.
@Suite struct `Journeys of programs with effects and children` {
  private static var steps: Int { ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1" ? 5000 : 100 }

  @Test(arguments: 1...5)
  func `do not affect present states, children and work`(seed: UInt64) {
    var offices = TravellingOffices(seed: seed)
    for _ in 1...Self.steps { offices.step() }
    offices.finish()
    #expect(offices.differences == [])
    #expect(offices.compared > 30)
    #expect(offices.pastsCompared > 3)
  }

  @Test(arguments: 1...5)
  func `make work follow the states when they continue from the past`(seed: UInt64) {
    var offices = TravellingOffices(seed: seed, goesOnFromPast: true)
    for _ in 1...Self.steps { offices.step() }
    offices.finish()
    #expect(offices.differences == [])
    #expect(offices.compared > 30)
  }
}

/// Two offices that receive the same actions. One of them travels in time; the other stays in the present.
private struct TravellingOffices {
  private struct Copy {
    let event: Int
    let office: Office
    let desks: [(store: RunningOffice.DeskStore, desk: Desk)]
  }

  private let travelling = RunningOffice()
  private let staying = RunningOffice()
  private let recording: Recording
  private let goesOnFromPast: Bool
  private var random: SeededGenerator
  private var copies: [Copy] = []
  /// Whether actions are queued. Their work must start at the same time in both offices, so time does not advance until
  /// then.
  private var areActionsWaiting = false
  private(set) var (compared, pastsCompared) = (0, 0)
  private(set) var differences: [String] = []

  init(seed: UInt64, goesOnFromPast: Bool = false) {
    random = SeededGenerator(seed: seed)
    self.goesOnFromPast = goesOnFromPast
    recording = travelling.store.record(limit: 600)
    travelling.context.runUntilIdle()
  }

  mutating func step() {
    switch Int.random(in: 0..<18, using: &random) {
    case 0, 1: dispatch(.come(Int.random(in: 0..<6, using: &random)))
    case 2: dispatch(.leave(Int.random(in: 0..<6, using: &random)))
    case 3, 4: dispatch(.begin)
    case 5: dispatch(.cancel)
    case 6, 7, 8: talk()
    case 9, 10: letTimePass()
    case 11: recording.pause()
    case 12, 13: jump()
    case 14: recording.step(Int.random(in: -9...9, using: &random))
    case 15: recording.skip(Int.random(in: recording.firstEvent...recording.lastEvent + 1, using: &random))
    case 16: if let event = recording.skippedEvents.randomElement(using: &random) { recording.unskip(event) }
    default: resume()
    }
    settle()
  }

  mutating func finish() {
    recording.resume()
    settle()
  }

  private mutating func settle() {
    travelling.context.runUntilIdle()
    guard !recording.isPaused else { return }
    // While one office is paused, so is the other: work that is started and stopped in one step never begins.
    staying.context.runUntilIdle()
    areActionsWaiting = false
    let office = travelling.store.state
    let desks = travelling.desks.ids.compactMap { id in travelling.desks[id].map { (store: $0, desk: $0.state.1) } }
    copies.append(Copy(event: recording.lastEvent, office: office, desks: desks))
    if copies.count > 20 { copies.removeFirst() }
    compare(travelling.work, travelling.wantedWork, "work under way")
    compare(travelling.desks.ids, office.desks, "children")
    guard !goesOnFromPast else { return }
    compare(office, staying.store.state, "the office")
    compare(desks.map(\.desk), staying.desks.ids.compactMap { staying.desks[$0]?.state.1 }, "the desks")
    compare(travelling.begun.values.sorted(), staying.begun.values.sorted(), "work that has begun")
  }

  private mutating func dispatch(_ action: Office.Action) {
    if recording.isPaused { areActionsWaiting = true }
    travelling.store.dispatch(action)
    staying.store.dispatch(action)
  }

  private mutating func talk() {
    guard let desk = travelling.desks.ids.randomElement(using: &random) else { return }
    if recording.isPaused { areActionsWaiting = true }
    let action = Office.Action.talk(Int.random(in: 0..<100, using: &random))
    travelling.desks[desk]?.dispatch(action)
    staying.desks[desk]?.dispatch(action)
  }

  private mutating func letTimePass() {
    guard !areActionsWaiting else { return }
    let seconds = Int.random(in: 1...12, using: &random)
    travelling.context.advance(by: .seconds(seconds))
    staying.context.advance(by: .seconds(seconds))
  }

  private mutating func jump() {
    guard let copy = copies.randomElement(using: &random), recording.skippedEvents.isEmpty else { return }
    let work = travelling.work
    recording.jump(to: copy.event)
    travelling.context.runUntilIdle()
    compare(travelling.work, work, "work during a journey")
    guard copy.event + 1 >= recording.firstEvent else { return }
    pastsCompared += 1
    compare(travelling.store.state, copy.office, "the office after \(copy.event)")
    compare(copy.desks.map { $0.store.state.1 }, copy.desks.map(\.desk), "the desks after \(copy.event)")
  }

  private mutating func resume() {
    guard goesOnFromPast, recording.position != nil, !areActionsWaiting else { return recording.resume() }
    let shown = travelling.store.state
    recording.resume(.here)
    travelling.context.runUntilIdle()
    compare(travelling.store.state, shown, "going on")
    if let impure = recording.findImpureReducer() { differences.append("recomputed states differ: \(impure)") }
  }

  private mutating func compare<Value: Equatable>(_ value: Value, _ expected: Value, _ place: String) {
    compared += 1
    if value != expected, differences.count < 5 { differences.append("\(place): \(value), not \(expected)") }
  }
}

import Foundation
import PureduxChildren
import PureduxEffects
import PureduxTesting
import ThreadProbes
import Testing

@testable import PureduxCore

/// Random screens that are added and removed, with late actions and with effects, compared with a plain list of the
/// screens that must exist.
struct ChildrenModelTests {
  struct Route: Identifiable, Sendable, Equatable {
    let id: Int
    var hasPart = false
  }

  struct App: Sendable {
    var path: [Route] = []
    var sheet: Route?
    var taps = 0
  }

  enum Action: Sendable {
    case push(Int), pop, replace([Int]), swap(Int, Int), present(Int), dismiss, logOut, part(Int), tap
  }

  /// The store of a screen, and the store of an optional part of the screen.
  final class Screen: Sendable {
    let store: StateStore<(App, Int), Action>
    let parts: Children<OnlyChild, StateStore<((App, Int), Int), Action>>

    init(_ parent: StateStore<App, Action>, _ id: Int, _ log: Log) {
      store = Self.child(of: parent, id, "screen \(id)", log)
      parts = store.children(of: { $0.0.route(id)?.hasPart == true ? id : nil }) { (screen, _: Int) in
        Self.child(of: screen, id, "part \(id)", log)
      }
    }

    private static func child<State>(
      of parent: StateStore<State, Action>, _ id: Int, _ name: String, _ log: Log
    ) -> StateStore<(State, Int), Action> {
      parent.with(0, named: name) { (taps: inout Int, action: Action) in
        if case .tap = action { taps += 1 }
      }
      .effect(toggle: { _ in true }, name: name) { _, dispatch in
        Effect {
          log.begin(name)
          defer { log.end(name) }
          try? await StoreContext.current.clock.sleep(.seconds(1_000_000))
          dispatch(.tap)
        }
      }
    }
  }

  /// The running effects.
  final class Log: Sendable {
    private let running = Guarded<[String: Int]>([:])
    func begin(_ name: String) { running.withLock { $0[name, default: 0] += 1 } }
    func end(_ name: String) {
      running.withLock {
        $0[name, default: 0] -= 1
        if $0[name] == 0 { $0[name] = nil }
      }
    }
    var names: Set<String> { running.withLock { Set($0.keys) } }
  }

  private static func reduce(_ app: inout App, _ action: Action) {
    switch action {
    case .push(let id): if app.route(id) == nil { app.path.append(Route(id: id)) }
    case .pop: _ = app.path.popLast()
    case .replace(let ids): app.path = ids.filter { $0 != app.sheet?.id }.map { Route(id: $0) }
    case .swap(let one, let other):
      if app.path.indices.contains(one), app.path.indices.contains(other) { app.path.swapAt(one, other) }
    case .present(let id): if app.route(id) == nil { app.sheet = Route(id: id) }
    case .dismiss: app.sheet = nil
    case .logOut: (app.path, app.sheet) = ([], nil)
    case .part(let id):
      if let index = app.path.firstIndex(where: { $0.id == id }) { app.path[index].hasPart.toggle() }
    case .tap: app.taps += 1
    }
  }

  private static func randomAction(_ random: inout some RandomNumberGenerator) -> Action {
    let id = Int.random(in: 0..<12, using: &random)
    return switch Int.random(in: 0..<14, using: &random) {
    case 0...3: .push(id)
    case 4, 5: .pop
    case 6: .replace(Array((0..<12).shuffled(using: &random).prefix(id / 2)))
    case 7: .swap(id / 2, id / 3)
    case 8: .present(id)
    case 9: .dismiss
    case 10: .logOut
    case 11, 12: .part(id)
    default: .tap
    }
  }

  private static var steps: Int {
    let environment = ProcessInfo.processInfo.environment
    return environment["PUREDUX_LONG"] == "1" ? 100_000 : environment["PUREDUX_REPEATING"] == "1" ? 500 : 1_500
  }

  @Test(arguments: [11, 12] as [UInt64])
  func `the children are the elements, and removed children do nothing`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (context, log, ended) = (TestContext(), Log(), Recorder<String>())
    var old: [Screen] = []
    context.run {
      let app = StateStore<App, Action>(App()) { Self.reduce(&$0, $1) }
      let tap = app.tap { if case .workCancelled(let work) = $0.kind { ended.record(work.name) } }
      let path = app.children(of: \.path) { parent, route in Screen(parent, route.id, log) }
      let sheet = app.children(of: \.sheet) { parent, sheet in Screen(parent, sheet.id, log) }
      context.runUntilIdle()
      for step in 0..<Self.steps {
        let before = app.state.taps
        let alive = path.all + sheet.all
        if let screen = old.randomElement(using: &random), !alive.contains(where: { $0 === screen }) {
          screen.store.dispatch(.tap)
          screen.parts.only?.dispatch(.tap)
        }
        let action = Self.randomAction(&random)
        // Sometimes through an existing screen, whose action is passed up.
        if step % 3 == 0, let screen = path.all.randomElement(using: &random) {
          screen.store.dispatch(action)
        } else {
          app.dispatch(action)
        }
        // Follows the action, which may have removed the screen.
        let follower = step % 2 == 0 ? alive.randomElement(using: &random) : nil
        follower?.store.dispatch(.tap)
        context.runUntilIdle()
        let state = app.state
        let isThere = (path.all + sheet.all).contains { $0 === follower }
        let isTap = if case .tap = action { 1 } else { 0 }
        let tapCount = isTap + (isThere ? 1 : 0)
        #expect(state.taps == before + tapCount, "\(action)")
        #expect(path.ids == state.path.map(\.id))
        #expect(sheet.all.count == (state.sheet == nil ? 0 : 1))
        let expected = Set(
          (state.path + [state.sheet].compactMap { $0 }).flatMap { route in
            ["screen \(route.id)"] + (route.hasPart ? ["part \(route.id)"] : [])
          })
        #expect(log.names == expected)
        // Each part that ended with its screen ended before it.
        let endings = ended.removeAll()
        for (index, name) in endings.enumerated() where name.hasPrefix("part") {
          let screen = name.replacingOccurrences(of: "part", with: "screen")
          #expect(!endings[..<index].contains(screen), "\(endings)")
        }
        old += (path.all + sheet.all).filter { _ in Bool.random(using: &random) }
        if old.count > 30 { old = Array(old.shuffled(using: &random).prefix(10)) }
      }
      withExtendedLifetime((tap, path, sheet)) {}
    }
    old = []
    context.runUntilIdle()
    #expect(log.names.isEmpty)
  }

  @Test func `threads that dispatch to screens while they are added and removed leave nothing behind`() async {
    let log = Log()
    let seen = Guarded<[String]>([])
    weak var root: AnyObject?
    do {
      let app = StateStore<App, Action>(App()) { Self.reduce(&$0, $1) }
      root = app.node
      let screens = app.children(of: \.path) { parent, route in
        let screen = Screen(parent, route.id, log)
        let token = screen.store.subscribe(until: .storeReleased) { state, _ in
          if state.route(route.id) == nil { seen.withLock { $0.append("screen \(route.id) without a state") } }
        }
        return (screen, token)
      }
      await withTaskGroup(of: Void.self) { group in
        for thread in 0..<4 {
          group.addTask {
            var random = SeededGenerator(seed: UInt64(thread + 1))
            var old: [Screen] = []
            for step in 0..<Self.steps / 8 {
              app.dispatch(Self.randomAction(&random))
              if let screen = screens.all.randomElement(using: &random)?.0 { old.append(screen) }
              old.randomElement(using: &random)?.store.dispatch(.tap)
              if old.count > 20 { old.removeFirst(10) }
              if step % 50 == 0 { await app.settled() }
            }
          }
        }
      }
      await app.send(.logOut)
      #expect(screens.ids == [])
      await app.settled()
      withExtendedLifetime(screens) {}
    }
    #expect(seen.withLock { $0 } == [])
    #expect(root == nil)
  }
}

extension ChildrenModelTests.App {
  func route(_ id: Int) -> ChildrenModelTests.Route? {
    path.first { $0.id == id } ?? (sheet?.id == id ? sheet : nil)
  }
}

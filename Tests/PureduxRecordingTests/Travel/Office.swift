import PureduxChildren
import PureduxEffects
import PureduxRecording
import PureduxTesting

/// The state of an office: the people at its desks, and a job that takes ten seconds.
struct Office: Sendable, Equatable {
  var desks: [Int] = []
  var job = Effect.State.idle()
  var finished = 0
  var noise = 0

  enum Action: Sendable { case come(Int), leave(Int), begin, cancel, finish, talk(Int) }

  mutating func reduce(_ action: Action) {
    switch action {
    case .come(let desk): if !desks.contains(desk) { desks.append(desk) }
    case .leave(let desk): desks.removeAll { $0 == desk }
    case .begin: job.restart()
    case .cancel: if job.isInProgress { job.cancel() }
    case .finish:
      if job.isInProgress { job.succeed() }
      finished += 1
    case .talk(let volume): noise = noise &* 31 &+ volume
    }
  }
}

/// A desk, at which somebody works until the desk is quiet.
struct Desk: Sendable, Equatable {
  var heard = 0
  var isBusy = false

  mutating func reduce(_ action: Office.Action) {
    guard case .talk(let volume) = action else { return }
    heard = heard &* 7 &+ volume
    isBusy = volume % 2 == 0
  }
}

/// A running office: a store, children that follow its state, and effects of all of them.
struct RunningOffice {
  typealias DeskStore = StateStore<(Office, Desk), Office.Action>

  let context = TestContext(stepLimit: 100_000)
  let store: StateStore<Office, Office.Action>
  let desks: Children<Int, DeskStore>
  let begun = Recorder<String>()
  private let running = Guarded<[String: Int]>([:])

  init() {
    let (begun, running) = (begun, running)
    /// Work that is counted while it runs.
    @Sendable func work(_ name: String, _ duration: Duration, _ end: @escaping @Sendable () -> Void = {}) -> Effect {
      Effect {
        begun.record(name)
        running.withLock { $0[name, default: 0] += 1 }
        defer { running.withLock { $0[name, default: 0] -= 1 } }
        do { try await StoreContext.current.clock.sleep(duration) } catch { return }
        end()
      }
    }
    (store, desks) = context.run {
      let store = StateStore<Office, Office.Action>(Office(), named: "office") { $0.reduce($1) }
      store.effect(\.job, name: "job") { _, dispatch in work("job", .seconds(10)) { dispatch(.finish) } }
      let desks = store.children(of: { $0.desks }, id: { $0 }) { store, number -> DeskStore in
        let desk = store.with(Desk(), named: "desk \(number)") { (desk: inout Desk, action: Office.Action) in
          desk.reduce(action)
        }
        desk.effect(toggle: { $0.1.isBusy }, name: "desk \(number)") { _, _ in
          work("desk \(number)", .seconds(1_000_000))
        }
        return desk
      }
      return (store, desks)
    }
    context.runUntilIdle()
  }

  /// The work in progress.
  var work: [String] { running.withLock { $0.filter { $0.value != 0 }.map { "\($0.key): \($0.value)" } }.sorted() }

  /// The work that the states request.
  var wantedWork: [String] {
    let busy = desks.ids.filter { desks[$0]?.state.1.isBusy == true }.map { "desk \($0): 1" }
    return ((store.state.job.isInProgress ? ["job: 1"] : []) + busy).sorted()
  }
}

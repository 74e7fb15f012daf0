import Foundation
import PureduxCollections
import PureduxEffects
import PureduxInspector

/// A recorded program with real stores.
final class PlannerProgram {
  private let app: StateStore<Planner, Planner.Action>
  private let todos: StateStore<(Planner, Int), Planner.Action>
  private let chat: StateStore<(Planner, [String]), Planner.Action>
  private let downloads: StateStore<(Planner, OrderedState<Download>), Planner.Action>
  private var day = PlannerDay()

  let recording: Recording

  struct NoNetwork: Error, CustomStringConvertible { let description = "no network" }

  init() {
    app = StateStore<Planner, Planner.Action>(Planner(), named: "app") { $0.reduce($1) }
    todos = app.with(0, named: "todos") { changes, _ in changes += 1 }
    chat = app.with([], named: "chat") { (words: inout [String], action: Planner.Action) in
      if case .edit(let text) = action { words = text.split(separator: " ").map(String.init) }
    }
    downloads = app.with(OrderedState(), named: "downloads") { $0.reduce($1) }
    // The recording begins in the background: stores that are created after this may be events of it.
    recording = app.record(limit: 500_000)
    downloads.effect(forEach: { $0.1 }, job: { $0.job }, limit: 3, name: "download") { download, _ in
      .downloadFailed(file: download.id)
    } create: { download, dispatch in
      Effect {
        for step in 1...4 { dispatch(.progress(file: download.id, fraction: Double(step) / 4)) }
        if download.id.hasSuffix("7") { throw NoNetwork() }
        dispatch(.downloaded(file: download.id))
      }
    }
    settle()
  }

  /// Causes at least `count` events; returns their number.
  @discardableResult
  func happen(_ count: Int) -> Int {
    let start = recording.lastEvent
    while recording.lastEvent < start + count, !recording.isPaused {
      for _ in 0..<min(100, 1 + count / 8) { act() }
      settle()
    }
    return recording.lastEvent - start
  }

  private func act() {
    let (part, actions) = day.next()
    for action in actions {
      switch part {
      case .app: app.dispatch(action)
      case .todos: todos.dispatch(action)
      case .chat: chat.dispatch(action)
      case .downloads: downloads.dispatch(action)
      }
    }
  }

  private func settle() {
    let done = DispatchSemaphore(value: 0)
    Task { [recording] in
      await recording.travelCompleted()
      done.signal()
    }
    done.wait()
  }
}

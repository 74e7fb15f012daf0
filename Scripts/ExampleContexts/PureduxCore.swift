// The declarations that the examples in the comments of the core use.
import Foundation
import PureduxCore

struct Counter: Equatable, Sendable {
  var count = 0
  var title = ""
  var note: String?
}

enum CounterAction: Sendable {
  case increment
  case add(Int)
}

struct CounterReducer: Reducing {
  func reduce(_ state: inout Counter, _ action: CounterAction) {
    switch action {
    case .increment: state.count += 1
    case .add(let number): state.count += number
    }
  }
}

func reduce(_ state: inout Counter, _ action: CounterAction) { CounterReducer().reduce(&state, action) }

let store = StateStore(Counter(), reducer: CounterReducer())

struct Canvas: Versioned {
  private(set) var version = Version()
  var lines: [String] = [] { didSet { version = Version() } }
}

struct Draft: Sendable { var edits = 0 }

@MainActor
enum Button { static var onTap: () -> Void = {} }

struct LoadAlbums: Sendable {}

let app = StateStore<Int, any Sendable>(0) { _, _ in }

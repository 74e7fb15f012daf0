// The declarations that the examples in the comments of the effects use.
import Foundation
import PureduxCollections
import PureduxEffects

struct Episode: Identifiable, Sendable {
  let id: Int
  var url: URL?
  var download = Effect.State.idle()
}

struct Feed: Sendable {
  var page = 1
  var text = ""
  var volume = 5
  var isPlaying = false
  var isOnline = false
  var items: [String] = []
  var urls: [Identity: URL] = [:]
  var loading = Effect.State.idle()
  var downloads: [Effect.State] = []
  var podcasts: OrderedState<Episode> = []
  var episodes: [Episode] = []

  enum Action: Sendable {
    case loaded([String])
    case failed(any Error)
    case finished(Identity, Data)
    case uploaded(Identity)
    case tick
    case timedOut
  }

  static let reduce: Reducer<Feed, Action> = { _, _ in }
}

struct NotFound: Error {}

let store = StateStore<Feed, Feed.Action>(Feed(), reducer: Feed.reduce)
let dispatch: Dispatch<Feed.Action> = { _ in }
let compressionQueue = DispatchQueue(label: "compression")
let error: any Error = NotFound()
let plan = ActionPlan<Feed, Feed.Action> { _ in }

nonisolated(unsafe) var state = Feed()

@Sendable func fetch(_ page: Int = 1) async throws -> [String] { [] }
@Sendable func search(_ text: String) async throws -> [String] { [] }
@Sendable func save(_ text: String) async throws {}
@Sendable func download(_ url: URL?) async throws -> Data { Data() }
@Sendable func compress(_ text: String) -> [String] { [] }
@Sendable func heartbeats() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
@MainActor func showSpinner() {}

enum loudspeaker {
  static func set(_ volume: Int) {}
}

enum network {
  static func onReachable(_ body: @escaping @Sendable () -> Void) {}
}

let numbers = StateStore<Int, Int>(0) { $0 += $1 }

protocol AppAction: Sendable {}

struct ShowTitle: AppAction { let text: String }

struct Player: Feature, Identifiable {
  enum Action: Sendable { case pause }
  let id: Int
}

struct Desk: Feature {
  enum Action: Sendable {
    case player(Player.Action), sheet(Player.Action), detail(Player.Action), screen(Int, Player.Action)
  }

  enum Content: Sendable {
    case detail(Player)
    var detail: Player? { if case .detail(let player) = self { player } else { nil } }
  }

  var player = Player(id: 0)
  var sheet: Player?
  var content = Content.detail(Player(id: 1))
  var path: OrderedState<Player> = []
}

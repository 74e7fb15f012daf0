// The declarations that the examples in the comments of the names of Puredux 1 and SwiftDux use.
@_exported import PureduxBindings
import PureduxCompatibility
@_exported import PureduxCore
import PureduxEffects

struct Counter: Sendable { var count = 0 }
enum CounterAction: Sendable { case increment }
struct CounterReducer: Reducing {
  func reduce(_ state: inout Counter, _ action: CounterAction) { state.count += 1 }
}

// A store whose actions can be composed.
protocol MailAction: ComposableAction {}
extension ComposedAction: MailAction {}

struct Load: MailAction {}
struct Show: MailAction {}
struct Log: MailAction { let text: String }
struct Open: MailAction {}
struct Close: MailAction {}
struct Select: MailAction { let id: Int }
struct Add: MailAction { let title: String }
struct UploadLog: MailAction {}
struct LoadProfile: MailAction {}
struct ShowProfile: MailAction {}
struct LoadFriends: MailAction {}
struct LoadAlbums: MailAction {}
struct ShowAlbums: MailAction {}

let app = StateStore<Int, any MailAction>(0) { _, _ in }
let titles = ["Milk", "Bread"]

struct Player: Equatable, Sendable {
  var title = ""
  var second = 0
}

enum PlayerAction: Sendable {
  case play(String)
  case tick
}

struct PlayerProps {
  let title: String
  let dispatch: Dispatch<PlayerAction>

  init(_ title: String, _ dispatch: @escaping Dispatch<PlayerAction>) {
    self.title = title
    self.dispatch = dispatch
  }
}

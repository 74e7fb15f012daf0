import Foundation
import Puredux

protocol Action {}

struct Refresh: Action {}

struct CancelRefresh: Action {}

struct ArticlesLoaded: Action {
  let titles: [String]
}

struct RefreshFailed: Action {
  let error: Error
}

struct Search: Action {
  let query: String
}

struct Found: Action {
  let titles: [String]
}

struct Download: Action {
  let title: String
}

struct Downloaded: Action {
  let job: Effect.State
}

struct SetTicking: Action {
  let isOn: Bool
}

struct Tick: Action {}

struct Read: Action {
  let title: String
}

struct ReadConfirmed: Action {
  let date: Date
}

/// An action that does its work when it is dispatched.
struct ConfirmReading: Action, AsyncAction {
  let title: String

  func execute(completeHandler: @escaping (Action) -> Void) {
    DispatchQueue.global().async {
      completeHandler(Read(title: title))
      completeHandler(ReadConfirmed(date: Dependency[\.now]()))
    }
  }
}

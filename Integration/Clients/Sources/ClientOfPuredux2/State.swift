import Foundation
import Puredux

struct AppState {
  private(set) var articles: [String] = []
  private(set) var failures = 0
  private(set) var query = ""
  private(set) var found: [String] = []
  private(set) var isTicking = false
  private(set) var ticks = 0
  private(set) var read: [String] = []
  private(set) var confirmedAt: Date?

  private(set) var refreshing: Effect.State = .idle()
  private(set) var downloads: [Effect.State] = []
  private(set) var downloaded = 0

  mutating func reduce(_ action: Action) {
    switch action {
    case is Refresh:
      refreshing.run(maxAttempts: 2)
    case is CancelRefresh:
      refreshing.cancel()
    case let action as ArticlesLoaded:
      articles = action.titles
      refreshing.succeed()
    case let action as RefreshFailed:
      failures += 1
      refreshing.retryOrFailWith(action.error)
    case let action as Search:
      query = action.query
    case let action as Found:
      found = action.titles
    case is Download:
      downloads.append(.running())
    case let action as Downloaded:
      downloaded += 1
      downloads.removeAll { $0 == action.job }
    case let action as SetTicking:
      isTicking = action.isOn
    case is Tick:
      ticks += 1
    case let action as Read:
      read.append(action.title)
    case let action as ReadConfirmed:
      confirmedAt = action.date
    default:
      break
    }
  }
}

/// What one screen keeps for itself.
struct ScreenState {
  private(set) var opened: [String] = []

  mutating func reduce(_ action: Action) {
    switch action {
    case let action as Read:
      opened.append(action.title)
    default:
      break
    }
  }
}

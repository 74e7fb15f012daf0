import Puredux

/// A case study: one idea, in a file of its own, with a demonstration for a terminal.
public struct Study: Sendable {
  /// What a study is about.
  public enum Topic: String, CaseIterable, Sendable {
    case basics = "Basics"
    case sharing = "Sharing"
    case effects = "Effects"
    case navigation = "Navigation"
    case reuse = "Reuse"
    case uikit = "UIKit"
    case serverData = "Server data"
    case scale = "Scale"
    case tools = "Tools"
  }

  public let name: String
  public let topic: Topic
  public let about: String
  /// The file of the study in its folder, for example `Basics/Counters.swift`.
  public let file: String
  private let perform: @Sendable () async throws -> Void

  init(
    _ name: String, _ topic: Topic, _ about: String, file: String = #filePath,
    perform: @escaping @Sendable () async throws -> Void
  ) {
    (self.name, self.topic, self.about, self.perform) = (name, topic, about, perform)
    self.file = file.split(separator: "/").suffix(2).joined(separator: "/")
  }

  /// Prints a scripted run of the study's feature.
  public func demonstrate() async throws { try await perform() }

  public static let all: [Study] = [
    counters, bindings, forms, dialogs, animations, optionalState,
    sharedStore, savedState, onboarding, twoFeatures,
    effectBasics, cancellation, longLivingWork, refreshable, timers, webSocket, systemEnvironment, plan,
    navigateAndLoad, loadThenNavigate, destinations, sheetForm, stack,
    recursion, downloads, favorites,
    uikitCounter, uikitNavigation,
    optimisticChange, infiniteList, outbox,
    gestureUndo, largeList, journal,
    storeModel, replay, exploration,
  ]
}

/// Prints the actions that a demonstration sends to a store, and the states that follow.
actor Stage<State: Sendable, Action: Sendable> {
  private let store: StateStore<State, Action>
  private let line: @Sendable (State) -> String
  private var printed: String

  init(_ store: StateStore<State, Action>, line: @escaping @Sendable (State) -> String) {
    (self.store, self.line) = (store, line)
    printed = line(store.state)
    print("    \(printed)")
  }

  /// Sends an action, and prints the state after it.
  func send(_ action: Action) async {
    print("  > \(plain(action))")
    await store.send(action)
    show(store.state)
  }

  /// Prints the states that follow from effects, until one satisfies the condition.
  func wait(until isReached: @Sendable (State) -> Bool) async {
    for await state in store.states() {
      show(state)
      if isReached(state) { return }
    }
  }

  private func show(_ state: State) {
    let text = line(state)
    if text != printed { print("    \(text)") }
    printed = text
  }
}

/// The text of a value, without the names of modules and types in front of its cases.
func plain(_ value: Any) -> String { "\(value)".replacing(/(?:[A-Z]\w*(?:<[\w.]*>)?\.)+/, with: "") }

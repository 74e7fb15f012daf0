import Puredux
import PureduxCases

/// The fields that all steps of a registration share.
@Editable
struct Draft: Hashable, Codable, Sendable {
  var name = ""
  var topics: Set<String> = []
}

/// A registration in steps. The steps are a path, and each edits a part of one draft.
struct Onboarding: Feature, Equatable {
  enum Step: Hashable, Sendable { case topics, summary }
  enum Action: Equatable, Sendable { case edit(Draft.Edit), next, navigated(PathChange<Step>), edited(Step?) }

  var draft = Draft()
  var path: [Step] = []
  var isDone = false

  var canContinue: Bool {
    switch path.last {
    case nil: !draft.name.isEmpty
    case .topics: !draft.topics.isEmpty
    case .summary: true
    }
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .edit(let edit): draft.apply(edit)
    case .next where !canContinue: break
    case .next:
      switch path.last {
      case nil: path = [.topics]
      case .topics: path.append(.summary)
      case .summary: isDone = true
      }
    case .navigated(let change): path.apply(change)
    // Goes back from the summary to a step; nil is the first step.
    case .edited(let step): path = step.map { [$0] } ?? []
    }
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  struct OnboardingView: View {
    let store: StateStore<Onboarding, Onboarding.Action>

    var body: some View {
      StoreView(store) { onboarding, dispatch in
        NavigationStack(path: store.path(\.path) { .navigated($0) }) {
          TextField("Name", text: store.binding(\.draft.name) { .edit(.name($0)) })
            .navigationDestination(for: Onboarding.Step.self) { step in
              switch step {
              case .topics: Button("Swift") { dispatch(.edit(.topics(["Swift"]))) }
              case .summary: Button("Change \(onboarding.draft.name)") { dispatch(.edited(nil)) }
              }
            }
        }
        Button("Next") { dispatch(.next) }
        if onboarding.isDone { Text("Welcome, \(onboarding.draft.name)") }
      }
    }
  }
#endif

extension Study {
  static let onboarding = Study("onboarding", .sharing, "Steps that edit one draft") {
    let stage = Stage(StateStore(feature: Onboarding()) { $0.reduce($1) }) {
      "\(plain($0.path)), \"\($0.draft.name)\", \($0.draft.topics.sorted()), done: \($0.isDone)"
    }
    for action in [
      Onboarding.Action.next, .edit(.name("Ada")), .next, .edit(.topics(["Swift"])), .next, .edited(nil),
      .edit(.name("Grace")), .next, .next, .next,
    ] { await stage.send(action) }
  }
}

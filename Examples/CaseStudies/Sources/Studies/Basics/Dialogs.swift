import Puredux

/// An alert and a confirmation dialog, each a value in the state with an action for each answer.
struct Basket: Feature, Equatable {
  enum Answer: Equatable, Sendable { case empty, keepOne }
  enum Action: Equatable, Sendable {
    case add, askToEmpty, answered(Answer?)
    case pay, noticed
  }

  var count = 2
  var question: Dialog<Answer>?
  var notice: Dialog<Answer>?

  mutating func reduce(_ action: Action) {
    switch action {
    case .add: count += 1
    case .askToEmpty:
      question = Dialog(
        "Empty the basket?", message: "It contains \(count) \(count == 1 ? "item" : "items").",
        choices: [
          .init("Empty it", role: .destructive, action: .empty), .init("Keep one", action: .keepOne),
          .init("Cancel", role: .cancel),
        ])
    case .answered(let answer):
      question = nil
      if answer == .empty { count = 0 }
      if answer == .keepOne { count = min(count, 1) }
    case .pay:
      notice = Dialog(count == 0 ? "The basket is empty." : "Paid for \(count).", choices: [])
      count = 0
    case .noticed: notice = nil
    }
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  struct BasketView: View {
    let store: StateStore<Basket, Basket.Action>

    var body: some View {
      StoreView(store) { basket, dispatch in
        Text("\(basket.count) in the basket")
        Button("Add") { dispatch(.add) }
        Button("Empty") { dispatch(.askToEmpty) }
        Button("Pay") { dispatch(.pay) }
      }
      .confirmationDialog(store, \.question) { .answered($0) }
      .alert(store, \.notice) { _ in .noticed }
    }
  }
#endif

extension Study {
  static let dialogs = Study("dialogs", .basics, "Alerts and confirmation dialogs as values") {
    let stage = Stage(StateStore(feature: Basket()) { $0.reduce($1) }) { basket in
      let dialog = basket.question ?? basket.notice
      return "\(basket.count) in the basket" + (dialog.map { ", \"\($0.title)\" \($0.choices.map(\.title))" } ?? "")
    }
    for action in [Basket.Action.askToEmpty, .answered(.keepOne), .pay, .noticed] { await stage.send(action) }
  }
}

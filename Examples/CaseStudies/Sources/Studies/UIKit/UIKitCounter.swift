import Puredux

/// A list of counters for UIKit, and the sum that a label shows.
struct CounterList: Feature, Equatable {
  struct Row: Identifiable, Equatable, Sendable {
    let id: Int
    var counter = Counter()
  }

  enum Action: Equatable, Sendable { case add, counter(Row.ID, Counter.Action) }

  var rows: OrderedState<Row> = []
  var sum: Int { rows.reduce(0) { $0 + $1.counter.count } }

  mutating func reduce(_ action: Action) {
    switch action {
    case .add: rows.append(Row(id: rows.count + 1))
    case .counter(let id, let action): rows[id: id]?.counter.reduce(action)
    }
  }
}

#if canImport(UIKit) && !os(watchOS)
  import Foundation
  import UIKit

  /// The buttons of a complete screen would call the methods. The subscriptions end with the view controller.
  final class CounterListController: UIViewController {
    let sumLabel = UILabel()
    let countLabel = UILabel()
    private let store: StateStore<CounterList, CounterList.Action>

    init(store: StateStore<CounterList, CounterList.Action>) {
      self.store = store
      super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      // Each closure is called with the current value, and then only when its part has changed.
      subscribe(store, \.sum) { [weak self] in self?.sumLabel.text = "sum \($0)" }
      subscribe(store, \.rows.count) { [weak self] in self?.countLabel.text = "\($0) counters" }
    }

    func addTapped() { store.dispatch(.add) }
    func moreTapped(row id: Int) { store.dispatch(.counter(id, .increment)) }
  }
#endif

extension Study {
  static let uikitCounter = Study("uikit-counter", .uikit, "Labels that follow parts of a state") {
    let stage = Stage(StateStore(feature: CounterList()) { $0.reduce($1) }) {
      "\($0.rows.count) counters, sum \($0.sum)"
    }
    for action in [CounterList.Action.add, .add, .counter(1, .increment), .counter(2, .increment)] {
      await stage.send(action)
    }
  }
}

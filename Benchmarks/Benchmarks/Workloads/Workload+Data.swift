import Puredux

// W1m, ORD, TRK: middlewares, a state of many identified elements, and a tracked array.
extension Workload {
  static let data: [Workload] =
    [
      Workload("W1m", "one thread, no observer, three middlewares", actions: 1_000_000) { meter in
        let pass = ClosureMiddleware<Sample, SampleAction> { action, _ in action }
        let store = SampleStore(Sample(), middleware: pass + pass + pass) { $0.reduce($1) }
        meter.measureActions(of: store)
        precondition(store.state.count == meter.actions + max(1, meter.actions / 10))
      },
      Workload("W1t", "… of types of their own", actions: 1_000_000) { meter in
        let store = SampleStore(Sample(), middleware: Passing() + Passing() + Passing()) { $0.reduce($1) }
        meter.measureActions(of: store)
        precondition(store.state.count == meter.actions + max(1, meter.actions / 10))
      },
    ] + [("1k", 1_000), ("1M", 1_000_000)].map(updateByID) + [
      Workload("ORD-text", "… of 1,000 by an id that is a long string", actions: 500_000) { meter in
        let ids = (0..<1_000).map { "an identity that is stored on the heap \($0)" }
        var state = OrderedState(ids.map { Named(id: $0) })
        meter.measure { actions in
          for number in 0..<actions { state[id: ids[number % 1_000]]?.count += 1 }
        }
        precondition(state.lazy.map(\.count).reduce(0, +) >= meter.actions)
      },
      Workload("ORD-middle", "remove the middle one of 10,000, and append it", actions: 5_000) { meter in
        var state = OrderedState((0..<10_000).map { Row(id: $0 &* 7_919) })
        meter.measure { actions in
          for _ in 0..<actions { if let row = state.remove(at: 5_000) { state.append(row) } }
        }
        precondition(state.count == 10_000)
      },
      Workload("ORD-remove", "remove one in the middle of 100,000, and append it", actions: 2_000) { meter in
        var state = OrderedState((0..<100_000).map { Row(id: $0 &* 7_919) })
        meter.measure { actions in
          for _ in 0..<actions { if let row = state.remove(at: 50_000) { state.append(row) } }
        }
        precondition(state.count == 100_000)
      },
      Workload("ORD-move", "move one of 100,000 by a quarter of them", actions: 2_000) { meter in
        var state = OrderedState((0..<100_000).map { Row(id: $0 &* 7_919) })
        meter.measure { actions in
          for number in 0..<actions { state.move(from: [25_000 + number], to: 50_000) }
        }
      },
      Workload("ORD-sort", "sort 100,000 by a number", actions: 10) { meter in
        let state = OrderedState((0..<100_000).map { Row(id: $0, count: $0 &* 7_919 % 100_000) })
        meter.measure { actions in
          for _ in 0..<actions { precondition(state.sorted { $0.count < $1.count }[99_999].count == 99_999) }
        }
      },
      Workload("TRK", "change one of 1,000,000 elements of a tracked array", actions: 1_000_000) { meter in
        var library = Library(rows: (0..<1_000_000).map { Row(id: $0) })
        meter.measure { actions in
          for number in 0..<actions { library.rows[number % 1_000].count += 1 }
        }
        precondition(library.rows.lazy.map(\.count).reduce(0, +) >= meter.actions)
      },
    ]

  private struct Named: Identifiable, Sendable {
    var id: String
    var count = 0
  }

  private struct Library: Sendable {
    @Tracked var rows: [Row]
  }

  private struct Passing: Middleware {
    func handle(_ action: SampleAction, at store: MiddlewareContext<Sample, SampleAction>) -> SampleAction? { action }
  }

  private struct Row: Identifiable, Sendable {
    var id: Int
    var title = "a row"
    var isDone = false
    var count = 0
  }

  /// A thousand rows, evenly distributed over few or many elements, so that both use the processor's caches alike.
  private static func updateByID(_ name: String, _ rows: Int) -> Workload {
    Workload("ORD-\(name)", "change one of \(name) ordered elements by its id", actions: 1_000_000) { meter in
      var state = OrderedState((0..<rows).map { Row(id: $0 &* 7_919) })
      let ids = (0..<1_000).map { $0 * (rows / 1_000) &* 7_919 }
      meter.measure { actions in
        for number in 0..<actions { state[id: ids[number % 1_000]]?.count += 1 }
      }
      precondition(state.lazy.map(\.count).reduce(0, +) >= meter.actions)
    }
  }
}

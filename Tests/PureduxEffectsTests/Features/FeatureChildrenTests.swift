import PureduxChildren
import PureduxCollections
import PureduxEffects
import PureduxTesting
import Testing

/// Features whose stores are children of a collection.
struct FeatureChildrenTests {
  private let lab = Lab()

  private struct Desk: Sendable {
    enum Action: Sendable { case open(Int), close(Int), ticker(Int, Ticker.Action) }
    var open: [Int] = []
    var ticks = 0

    mutating func reduce(_ action: Action) {
      switch action {
      case .open(let id): open.append(id)
      case .close(let id): open.removeAll { $0 == id }
      case .ticker(_, .tick): ticks += 1
      case .ticker: break
      }
    }
  }

  @Test func `a child of each element is a feature, whose work ends with the element`() {
    let desk = lab.store(Desk()) { (desk: inout Desk, action: Desk.Action) in desk.reduce(action) }
    let tickers = desk.children(of: \.open, id: \.self) { desk, id in
      desk.with(feature: Ticker(id: id), { .ticker(id, $0) }) { $0.reduce($1) }
    }
    desk.dispatch(.open(1))
    lab.settle()
    lab.advance(.seconds(5))
    desk.dispatch(.open(2))
    lab.settle()
    lab.advance(.seconds(5))
    #expect(tickers.all.map { $0.state.1.ticks } == [1, 0])
    #expect(desk.state.ticks == 1)
    tickers.all[1].dispatch(.refresh)
    lab.settle()
    desk.dispatch(.close(2))
    lab.settle()
    #expect(lab.clock.sleeperCount == 1)
    lab.advance(.seconds(10))
    #expect(tickers.all.map { $0.state.1.ticks } == [2])
    #expect(desk.state.ticks == 2)
    #expect(lab.misuse.values.isEmpty)
  }
}

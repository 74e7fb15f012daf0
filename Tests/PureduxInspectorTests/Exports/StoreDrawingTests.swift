import PureduxCore
import PureduxTesting
import Testing

@testable import PureduxInspector

@Suite struct `A drawing of the stores` {
  private func store(_ id: UInt64, _ name: String?, below parent: UInt64?, isGone: Bool = false) -> RecordedStore {
    RecordedStore(id: id, name: name, stateType: "State<Int>", actionTypes: ["Action"], parent: parent, isGone: isGone)
  }

  private var stores: [RecordedStore] {
    [
      store(1, "root", below: nil), store(2, "list", below: 1), store(3, nil, below: 2),
      store(4, "a\u{1B}[2J", below: 2),
      store(5, "end", below: 1, isGone: true),
    ]
  }

  @Test func `as text shows the hierarchy of the stores`() {
    #expect(
      StoreDrawing.text.text(of: stores) == """
        root (State<Int>)
        ├─ list (State<Int>)
        │  ├─ State<Int> #3 (State<Int>)
        │  └─ a\\u{1B}[2J (State<Int>)
        └─ end (State<Int>, gone)
        """)
  }

  @Test func `for Mermaid has a box for each store, with escaped labels`() {
    #expect(
      StoreDrawing.mermaid.text(of: Array(stores.prefix(2)) + [store(9, "\"]<b>", below: 1)]) == """
        flowchart TD
          s1["root<br/>State#60;Int#62;"]
          s1 --> s2["list<br/>State#60;Int#62;"]
          s1 --> s9["#34;#93;#60;b#62;<br/>State#60;Int#62;"]
        """)
  }

  @Test func `shows each store once, even if its parent is itself, missing or part of a cycle`() {
    let odd = [store(1, "a", below: 2), store(2, "b", below: 1), store(3, "c", below: 3), store(4, "d", below: 77)]
    #expect(
      StoreDrawing.text.text(of: odd).split(separator: "\n") == [
        "d (State<Int>)", "a (State<Int>)", "└─ b (State<Int>)", "c (State<Int>)",
      ])
    #expect(StoreDrawing.mermaid.text(of: []) == "flowchart TD")
  }

  @Test func `supports a very deep tree`() {
    let deep = (1...20_000).map { store($0, nil, below: $0 - 1) }
    #expect(StoreOutline.lines(of: deep).count == 20_000)
  }

  @Test func `is created from a recording`() {
    let runner = ManualRunner()
    let root = StateStore<Int, Int>(0, named: "root", runner: runner) { $0 += $1 }
    let recording = root.record()
    runner.runUntilIdle()
    let child = root.with("", named: "child") { _, _ in }
    runner.runUntilIdle()
    #expect(recording.drawing(as: .text) == "root (Int)\n└─ child (String)")
    withExtendedLifetime(child) {}
  }
}

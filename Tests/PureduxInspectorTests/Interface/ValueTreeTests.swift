import Testing

@testable import PureduxInspector

struct ValueTreeTests {
  private struct Item: Hashable { var id: Int, title: String }
  private enum Route { case home, item(id: Int, title: String), list([Int]) }
  private struct State {
    var items = [Item(id: 1, title: "Milk"), Item(id: 2, title: "Bread")]
    var selected: Item?? = Item(id: 9, title: "Salt")
    var byName = ["ten": 10, "one": 1, "b": 2]
    var route = Route.item(id: 4, title: "Tea")
    var other = Route.list([5])
    var home = Route.home
    var none: String?
    var isOn = true
  }
  private let tree = ValueTree(State())

  private func text(_ path: String...) -> String? { tree.value(at: path)?.summary }

  @Test func `a value is found by its path`() {
    #expect(text("items", "1", "title") == "\"Bread\"")
    #expect(text("selected", "id") == "9")
    #expect(text("byName", "ten") == "10")
    #expect(text("route", "title") == "\"Tea\"")
    #expect(text("other", "list", "0") == "5")
    #expect(text("none") == "nil")
    #expect(text() != nil)
  }

  @Test func `a path that leads nowhere finds nothing`() {
    for path in [["items", "2"], ["items", "-1"], ["items", "x"], ["nothing"], ["none", "x"], ["isOn", "x"], [""]] {
      #expect(tree.value(at: path) == nil)
    }
  }

  @Test func `branches have names, kinds and counts`() {
    let kinds = tree.branches().map { "\($0.name) \(ValueTree($0.value).kind) \(ValueTree($0.value).count)" }
    #expect(
      kinds == [
        "items list 2", "selected structure 2", "byName dictionary 3", "route enumeration 2", "other enumeration 1",
        "home enumeration 0", "none none 0", "isOn bool 0",
      ])
    #expect(text("items") == "2 elements")
    #expect(text("byName") == "3 entries")
    #expect(text("home") == "home")
  }

  @Test func `dictionary entries have a stable order`() {
    #expect(tree.value(at: ["byName"])?.branches().map(\.name) == ["b", "one", "ten"])
  }

  @Test func `a page can begin in the middle of a long list`() {
    let tree = ValueTree(Array(0..<1_000_000))
    #expect(tree.count == 1_000_000)
    let branches = tree.branches(from: 999_998, limit: 100)
    #expect(branches.map(\.name) == ["999998", "999999"])
    #expect(tree.branches(from: .max, limit: .max).isEmpty)
    #expect(tree.branches(from: 1_000_000, limit: 5).isEmpty)
  }

  @Test func `numbers, counts and Booleans become points of a chart`() {
    #expect(ValueTree(3).number == 3)
    #expect(ValueTree(Float(0.5)).number == 0.5)
    #expect(ValueTree(true).number == 1)
    #expect(ValueTree([1, 2]).number == 2)
    #expect(ValueTree(Duration.milliseconds(1500)).number == 1.5)
    #expect(ValueTree("text").number == nil)
  }

  @Test func `a search matches names and values, and reports when it stopped early`() {
    #expect(
      ValueSearch(for: "TITLE", in: tree).matches.map { $0.path.joined(separator: "/") } == [
        "items/0/title", "items/1/title", "selected/title", "route/title",
      ])
    let milk = ValueSearch(for: "milk", in: tree)
    #expect(milk.matches.map(\.path) == [["items", "0", "title"]])
    #expect(!milk.isCutShort)
    let large = ValueSearch(for: "7", in: ValueTree(Array(0..<1_000_000)), limit: 10)
    #expect(large.matches.count == 10)
    #expect(large.isCutShort)
    #expect(ValueSearch(for: "nowhere", in: ValueTree(Array(0..<1_000_000)), visits: 100).isCutShort)
  }
}

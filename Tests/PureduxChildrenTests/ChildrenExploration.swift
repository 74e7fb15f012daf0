import PureduxChildren
import PureduxTesting
import Testing

private struct Pages: Sendable {
  struct Page: Identifiable, Sendable, Equatable {
    let id: Int
  }

  enum Action: Equatable, Sendable {
    case push, pop, remove(Int), toFront(Int), sheet(Bool), tapPage(Int), tapSheet
  }

  var path: [Page] = []
  var hasSheet = false
  /// How often each page was tapped, as its own child counts too.
  var taps: [Int: Int] = [:]
  var lastID = 0

  mutating func reduce(_ action: Action) {
    switch action {
    case .push:
      lastID += 1
      path.append(Page(id: lastID))
    case .pop: _ = path.popLast()
    case .remove(let id): path.removeAll { $0.id == id }
    case .toFront(let id): path = path.filter { $0.id == id } + path.filter { $0.id != id }
    case .sheet(let isShown): hasSheet = isShown
    case .tapPage(let id): taps[id, default: 0] += 1
    case .tapSheet: break
    }
  }
}

private struct Tree: Sendable {
  typealias Child = StateStore<(Pages, Int), Pages.Action>

  let root: StateStore<Pages, Pages.Action>
  let pages: Children<Int, Child>
  let sheet: Children<OnlyChild, Child>

  init() {
    root = StateStore(Pages()) { $0.reduce($1) }
    pages = root.children(of: { $0.path }) { parent, page in
      parent.with(0, named: "page") { (taps: inout Int, action: Pages.Action) in
        if action == .tapPage(page.id) { taps += 1 }
      }
    }
    sheet = root.children(of: { $0.hasSheet ? true : nil }) { parent, _ in
      parent.with(0, named: "sheet") { (taps: inout Int, action: Pages.Action) in
        if action == .tapSheet { taps += 1 }
      }
    }
  }

  func send(_ action: Pages.Action) {
    switch action {
    case .tapPage(let id): pages[id]?.dispatch(action)
    case .tapSheet: sheet.only?.dispatch(action)
    default: root.dispatch(action)
    }
  }
}

@Suite struct `The exploration of children` {
  @Test(arguments: UInt64(0)..<3) func `finds nothing`(seed: UInt64) {
    Exploration(server: ()) { _ in
      Tree()
    } root: { tree in
      tree.root
    } actions: { pages, tree in
      pages.path.reduce(into: [.push, .pop, .sheet(true), .sheet(false), .tapSheet]) { actions, page in
        actions += [.remove(page.id), .toFront(page.id), .tapPage(page.id)]
      }
    } send: { tree, action in
      tree.send(action)
    }
    .always("each page has its child, in order", { Array($0.app.pages.ids) }, equals: { $0.state.path.map(\.id) })
    .always("a child counts the taps of its page") { moment in
      moment.state.path.allSatisfy { page in
        moment.app.pages[page.id]?.state.1 == moment.state.taps[page.id, default: 0]
      }
    }
    .always("a child sees the state of its parent") { moment in
      moment.app.pages.all.allSatisfy { $0.state.0.path == moment.state.path }
    }
    .always("there is a child while there is a sheet") { ($0.app.sheet.only != nil) == $0.state.hasSheet }
    .run(runs: 30, seed: seed)
  }
}

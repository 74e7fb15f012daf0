import Puredux
import PureduxCompatibility
import PureduxTesting
import SwiftUI
import Testing
import UIKit

private struct Piece: Identifiable, Equatable, Sendable {
  var id: String
}

private struct Program: Sendable, Equatable {
  var pieces: OrderedState<Piece> = [Piece(id: "Bach")]
  var newTitle = ""
  var likes = 0

  static func store() -> StateStore<Program, any Action> {
    StateStore(Program()) { state, action in
      switch action {
      case let action as ProgramAction: state.reduce(action)
      case is Like: state.likes += 1
      default: break
      }
    }
  }

  private mutating func reduce(_ action: ProgramAction) {
    switch action {
    case .setNewTitle(let title): newTitle = title
    case .addPiece:
      pieces.append(Piece(id: newTitle))
      newTitle = ""
    }
  }
}

private enum ProgramAction: Action {
  case setNewTitle(String)
  case addPiece
}

private struct PiecesView: ConnectableView {
  let bodies: Recorder<[String]>

  struct Props: Equatable {
    var pieces: OrderedState<Piece>
  }

  func map(state: Program) -> Props? {
    Props(pieces: state.pieces)
  }

  func body(props: Props) -> some View {
    bodies.record(props.pieces.map(\.id))
    return List {
      ForEach(props.pieces) { piece in
        Text(piece.id)
      }
    }
  }
}

private struct EditorView: ConnectableView {
  struct Props: Equatable {
    var pieces: OrderedState<Piece>
    @ActionBinding var newTitle: String
    @ActionBinding var addPiece: () -> Void
  }

  func map(state: Program, binder: ActionBinder) -> Props? {
    Props(
      pieces: state.pieces,
      newTitle: binder.bind(state.newTitle) { ProgramAction.setNewTitle($0) },
      addPiece: binder.bind { ProgramAction.addPiece }
    )
  }

  func body(props: Props) -> some View {
    List {
      TextField("New piece", text: props.$newTitle, onCommit: props.addPiece)
      ForEach(props.pieces) { piece in
        Text(piece.id)
      }
    }
  }
}

private struct PieceRow: ConnectableView {
  let id: String

  func map(state: Program) -> Piece? { state.pieces[id: id] }
  func body(props: Piece) -> some View { Text(props.id) }
}

private enum PieceRowPreviews: PreviewProvider {
  static var store: StateStore<Program, any Action> {
    StateStore(Program(pieces: .init([Piece(id: "Ravel")])), reducer: { _, _ in })
  }

  static var previews: some View {
    PieceRow(id: "Ravel")
      .provideStore(store)
  }
}

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ConnectedViewTests {
  private let store = Program.store()

  @Test func `a root view and all below it are provided with a store`() async {
    let window = UIHostingController(
      rootView: VStack { PiecesView(bodies: Recorder()) }.provideStore(store))
    window.loadViewIfNeeded()
    #expect(window.host.texts == ["Bach"])
  }

  @Test func `a connected view is created from its part of the state, and again when that part has changed`() async {
    let bodies = Recorder<[String]>()
    let host = ViewHost(PiecesView(bodies: bodies).provideStore(store))
    host.appear()
    let fence = await Fence(store)
    for action in [Like(), ProgramAction.setNewTitle("Ravel"), ProgramAction.addPiece] as [any Action] {
      store.dispatch(action)
      await fence.pass()
    }
    await host.until { host.texts == ["Bach", "Ravel"] }
    #expect(bodies.values == [["Bach"], ["Bach", "Ravel"]])
  }

  @Test func `a value and a function of the props are bound to actions`() async {
    let host = ViewHost(EditorView().provideStore(store))
    host.appear()
    host.type("Ravel", into: "New piece")
    await host.until { host.text(in: "New piece") == "Ravel" }
    host.commit("New piece")
    await host.until { host.texts == ["New piece", "Bach", "Ravel"] }
    #expect(host.text(in: "New piece") == "")
  }

  @Test func `a preview shows a connected view alone with a store of its own`() {
    let host = ViewHost(PieceRowPreviews.previews)
    host.appear()
    #expect(host.texts == ["Ravel"])
  }
}

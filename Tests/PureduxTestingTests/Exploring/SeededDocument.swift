import Foundation
import PureduxEffects
import PureduxTesting

/// The server's copy of a document.
struct DocumentServer: Sendable {
  var lines: [String] = []
  var version = 0
  /// The lines that other clients have written, and nobody has removed.
  var foreign: [String] = []

  mutating func save(_ new: [String], over base: Int, checksVersion: Bool) -> (lines: [String], version: Int) {
    if base == version || !checksVersion {
      lines = new
      version += 1
    }
    return (lines, version)
  }
}

/// A document with undo that is saved a second after the last change, with a mistake if a bug is given.
struct Document: Sendable {
  enum Bug: CaseIterable {
    case cursorNotUndone, redoSurvives, savesOldText, overwrites, dropsNewest, redoForgets, drawsLots
  }

  enum Action: Sendable, Equatable {
    case append, removeLast, undo, redo, rest, failed
    case saved([String], version: Int, sent: [String])
  }

  struct Content: Sendable, Equatable {
    var lines: [String] = []
    var cursor = 0
  }

  let bug: Bug?
  var content = Content()
  var undoable: [Content] = []
  var redoable: [Content] = []
  /// The server's version that the content is based on, and the lines that it had.
  var version = 0
  var base: [String] = []
  var number = 0
  var save = Effect.State.idle()

  mutating func reduce(_ action: Action) {
    switch action {
    case .append:
      let line = bug == .drawsLots ? "line \(UUID())" : "line \(number)"
      change {
        $0.lines.append(line)
        $0.cursor = $0.lines.count
      }
      number += 1
    case .removeLast:
      guard !removal.isEmpty else { return }
      change {
        $0.lines.removeLast()
        $0.cursor = $0.lines.count
      }
    case .undo:
      guard let last = undoable.popLast() else { return }
      redoable.append(content)
      restore(last)
    case .redo:
      guard let last = redoable.popLast() else { return }
      if bug != .redoForgets { undoable.append(content) }
      restore(last)
    case .rest: if content.lines != base { save.run(RetryPolicy(maxAttempts: .max, base: 1, cap: 30)) }
    case .failed: save.retryOrFailWith(nil)
    case .saved(let lines, let version, let sent):
      save.succeed()
      (base, self.version) = (lines, version)
      // Another client was first: its lines come first, and the own ones are saved again.
      if lines != sent {
        content.lines = lines + content.lines.filter { !lines.contains($0) }
        (undoable, redoable) = ([], [])
      }
      if bug == .savesOldText { return }
      if content.lines != base { save.run(RetryPolicy(maxAttempts: .max, base: 1, cap: 30)) }
    }
  }

  /// The action that only an own line at the end permits.
  var removal: [Action] { content.lines.last?.hasPrefix("line") == true ? [.removeLast] : [] }

  private mutating func change(_ change: (inout Content) -> Void) {
    undoable.append(content)
    if undoable.count > 4 { undoable.remove(at: bug == .dropsNewest ? undoable.count - 1 : 0) }
    if bug != .redoSurvives { redoable = [] }
    change(&content)
  }

  private mutating func restore(_ other: Content) {
    let cursor = content.cursor
    content = other
    if bug == .cursorNotUndone { content.cursor = cursor }
  }

  static func exploration(_ bug: Bug?) -> Exploration<DocumentServer, StateStore<Document, Action>, Document, Action> {
    Exploration(server: DocumentServer()) { outside in
      StateStore<Document, Action>(Document(bug: bug)) { $0.reduce($1) }
        .effect(onChange: { $0.content.lines }, name: "autosave") { _, dispatch in
          Effect {
            try await StoreContext.current.clock.sleep(.seconds(1))
            dispatch(.rest)
          }
        }
        .effect({ $0.save }, name: "saving") { document, dispatch in
          Effect {
            let lines = document.content.lines
            let result = try await outside.call("save") {
              $0.save(lines, over: document.version, checksVersion: bug != .overwrites)
            }
            dispatch(.saved(result.lines, version: result.version, sent: lines))
          } onError: { _ in
            dispatch(.failed)
          }
        }
    } actions: { document in
      [.append, .undo, .redo] + document.removal
    }
    .outsideChanges("another client writes a line") { server in
      let line = "foreign \(server.version)"
      server.lines.append(line)
      server.foreign.append(line)
      server.version += 1
    }
    .everyTurn("a change ends what can be redone") { _, action, after in
      action != .append || after.redoable.isEmpty
    }
    .everyTurn("what was redone can be undone") { before, action, after in
      action != .redo || before.redoable.isEmpty || after.undoable.last == before.content
    }
    .everyTurn("the newest change can be undone") { before, action, after in
      action != .append || after.undoable.last == before.content
    }
    .eventually("the text is saved", { $0.state.base }, equals: { $0.state.content.lines })
    .eventually("no line of another client is lost") { Set($0.server.foreign).isSubset(of: $0.server.lines) }
    .undoes({ $0.content }, by: .undo, redo: .redo, steps: { $0.undoable.count })
  }
}

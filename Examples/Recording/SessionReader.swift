import Foundation
package import PureduxCore
import PureduxInspector

/// Looks at a session of a program, with the stores that the program has.
package struct SessionReader<State: Sendable, Action: Sendable> {
  /// The expression that makes the store in a test.
  private let making: String
  /// Whether a test sends what effects dispatched, too.
  private let sendsAll: Bool
  private let makeTree: () -> Tree

  /// The store at the top of a tree, and those that take the place of recorded ones below it, as `RecordedSession.replay` asks for
  /// them.
  package typealias Tree = (root: StateStore<State, Action>, child: (_ name: String?) -> (any Store)?)

  package init(
    making: String, sendsAll: Bool = false, tree: @escaping () -> Tree
  ) {
    self.making = making
    self.sendsAll = sendsAll
    makeTree = tree
  }

  package init(
    making: String, sendsAll: Bool = false, _ make: @escaping () -> StateStore<State, Action>
  ) {
    self.init(making: making, sendsAll: sendsAll, tree: { (make(), { _ in nil }) })
  }

  /// Replays a session, or writes it as a test, where that is asked for.
  ///
  /// - Returns: What is to be printed, and the status to exit with: 1 where the states are others; nil where nothing is
  ///   asked for.
  package func read(_ options: RecordingOptions) throws(RecordingProblem) -> (text: String, status: Int32)? {
    var child: (String?) -> (any Store)? = { _ in nil }
    let make = {
      let tree = makeTree()
      child = tree.child
      return tree.root
    }
    if let file = options.replayedFile {
      let replay = try session(file).replay(make, child: { child($1.name) })
      return ("\(replay)", replay.isFaithful ? 0 : 1)
    }
    guard let file = options.toldFile else { return nil }
    let story = try session(file).story(
      making: making, changes: .described, actions: sendsAll ? .allSent : .asDispatched, replaying: make,
      child: { child($1.name) })
    guard let story else { throw RecordingProblem(description: "\(file) has no action that a test could send.") }
    return (story, 0)
  }

  /// Does that, prints what is found, and ends the program; returns where nothing is asked for.
  package func readAndExit(_ options: RecordingOptions, as program: String) {
    do throws(RecordingProblem) {
      guard let (text, status) = try read(options) else { return }
      print(text)
      exit(status)
    } catch {
      FileHandle.standardError.write(Data("\(program): \(error)\n".utf8))
      exit(EX_DATAERR)
    }
  }

  private func session(_ file: String) throws(RecordingProblem) -> RecordedSession {
    do {
      return try RecordedSession(contentsOf: URL(fileURLWithPath: file))
    } catch {
      throw RecordingProblem(description: "\(error)")
    }
  }
}

import Foundation
package import PureduxCore
import PureduxInspector

/// Reads a session of a program, with the program's stores.
package struct SessionReader<State: Sendable, Action: Sendable> {
  /// The expression that creates the store in a test.
  private let making: String
  /// Whether a test also sends the actions that effects dispatched.
  private let sendsAll: Bool
  private let makeTree: () -> Tree

  /// The root store of a tree, and the stores that replace recorded ones in `RecordedSession.replay`.
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

  /// Replays a session, or writes it as a test, if an option requests it.
  ///
  /// - Returns: The output and the exit status, which is 1 if the states differ; nil if nothing was requested.
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

  /// Reads the session, prints the result, and ends the program. Returns if nothing was requested.
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

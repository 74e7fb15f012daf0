internal import Foundation
public import PureduxCore
internal import PureduxDifference

/// Searches for a short sequence of actions, delays and failures after which an application breaks an invariant.
///
/// List what a person can do, state what must always hold, and call `run`. The search chooses actions, the order of
/// ready work, and the results of requests at random, but reproducibly. A run that breaks an invariant is shortened, and
/// the test fails with its steps and with the source of a test that repeats it.
///
/// ```swift
/// Exploration {
///   StateStore<Int, Int>(0) { $0 += $1 }
/// } actions: { count in
///   count < 3 ? [1, 2] : [-count]
/// }
/// .always("the count is small") { $0.state < 5 }
/// .run()
/// ```
///
/// Several invariants need no declaration: no misuse is reported; each step ends; all work ends within an hour in which
/// requests succeed, apart from daemons; the same run produces the same states; ten minutes without a network cost at
/// most 1,500 requests; no store remains after the last handle has been released.
public struct Exploration<Server: Sendable, App, State: Sendable, Action: Sendable> {
  /// What an invariant is checked against: the application and its surroundings, between two steps.
  public struct Moment {
    /// The state of the application's root.
    public let state: State
    /// The current value of the server.
    public let server: Server
    /// The application, as launched.
    public let app: App
  }

  typealias Turn = (before: State, action: any Sendable, after: State)

  struct Invariant<Subject> {
    let name: String
    let position: SourcePosition
    /// Describes how the invariant is broken; nil if it holds.
    let violation: (Subject) -> String?
  }

  struct Undoing {
    let undo: Action
    let redo: Action?
    let stepCount: (State) -> Int
    let difference: (State, State) -> Difference?
  }

  /// The application's root, with the type of its actions erased.
  struct Root {
    let state: (App) -> State
    let replaceState: (App, State) -> Bool
    let track: (App) -> StateTracker<State>
    /// Returns a function that tells whether the root is gone.
    let probe: (App) -> () -> Bool
  }

  let server: () -> Server
  let launch: (Outside<Server>) -> App
  let root: Root
  let actions: (State, App) -> [Action]
  let send: (App, Action) -> Void
  /// The position of the exploration's declaration, from which a printed test copies the source.
  let position: SourcePosition
  var always: [Invariant<Moment>] = []
  var atRest: [Invariant<Moment>] = []
  var everyTurn: [Invariant<Turn>] = []
  /// Saves the first state, restores it into the second one, and returns the difference of the parts to compare.
  var saving: ((State, inout State) throws -> Difference?)?
  var undoing: Undoing?
  var healing: [Action] = []
  var changes: [(name: String, change: @Sendable (inout Server) -> Void)] = []
  var attach: ((App) -> @Sendable () throws -> [String: [UInt8]])?
  /// Whether runs differ in the kinds of choices that they make. Measurements turn this off.
  package var isSwarming = true
  var environment = ProcessInfo.processInfo.environment

  /// Explores an application that consists of several stores.
  ///
  /// - Parameters:
  ///   - server: The server that answers requests. Each run has its own, which outlives restarts of the application.
  ///   - launch: Creates the application. Its requests go through ``Outside``.
  ///   - root: Returns the root of the application's tree, whose state the invariants read.
  ///   - actions: Lists the actions that are possible now.
  ///   - send: Dispatches an action to the store that would receive it, for example to a child.
  ///   - fileID: The file of this call, for failure reports.
  ///   - filePath: The file path of this call, for failure reports.
  ///   - line: The line of this call, for failure reports.
  public init<RootAction: Sendable>(
    server: @escaping @autoclosure () -> Server, launch: @escaping (_ outside: Outside<Server>) -> App,
    root: @escaping (_ app: App) -> StateStore<State, RootAction>,
    actions: @escaping (_ state: State, _ app: App) -> [Action], send: @escaping (_ app: App, _ action: Action) -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    self.server = server
    self.launch = launch
    self.actions = actions
    self.send = send
    self.root = Root(
      state: { root($0).state },
      replaceState: { app, state in root(app).node.replaceOwnState(with: { _ in state }) },
      track: { StateTracker(root($0)) },
      probe: { app in
        let handle = root(app).weak()
        return { handle.isGone }
      })
    position = SourcePosition(fileID: fileID, filePath: filePath, line: line)
  }

  /// Explores a store whose requests a server answers.
  ///
  /// ```swift
  /// Exploration(server: 0) { outside in
  ///   StateStore<Int, Int>(0) { $0 += $1 }
  /// } actions: { _ in
  ///   [1, -1]
  /// }
  /// .run()
  /// ```
  ///
  /// - Parameters:
  ///   - server: The server that answers requests, or `()`. Each run has its own, which outlives restarts of the store.
  ///   - launch: Creates the store. Its requests go through ``Outside``.
  ///   - actions: Lists the actions that are possible now. The search first chooses a case, then one of its actions.
  ///   - fileID: The file of this call, for failure reports.
  ///   - filePath: The file path of this call, for failure reports.
  ///   - line: The line of this call, for failure reports.
  public init(
    server: @escaping @autoclosure () -> Server, launch: @escaping (_ outside: Outside<Server>) -> App,
    actions: @escaping (_ state: State) -> [Action],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) where App == StateStore<State, Action> {
    self.init(
      server: server(), launch: launch, root: { $0 }, actions: { state, _ in actions(state) },
      send: { $0.dispatch($1) }, fileID: fileID, filePath: filePath, line: line)
  }

  /// Explores a store that makes no requests.
  ///
  /// - Parameters:
  ///   - launch: Creates the store.
  ///   - actions: Lists the actions that are possible now. The search first chooses a case, then one of its actions.
  ///   - fileID: The file of this call, for failure reports.
  ///   - filePath: The file path of this call, for failure reports.
  ///   - line: The line of this call, for failure reports.
  public init(
    launch: @escaping () -> App, actions: @escaping (_ state: State) -> [Action],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) where App == StateStore<State, Action>, Server == Void {
    self.init(
      server: (), launch: { _ in launch() }, actions: actions, fileID: fileID, filePath: filePath, line: line)
  }
}

extension Exploration {
  private static func difference<Value>(
    _ actual: @escaping (Moment) -> Value, _ expected: @escaping (Moment) -> Value
  ) -> (Moment) -> String? {
    { moment in Difference(from: expected(moment), to: actual(moment)).map { "(- expected, + actual)\n\($0)" } }
  }

  private func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }

  /// Requires a condition after each step.
  public func always(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line, _ holds: @escaping (_ moment: Moment) -> Bool
  ) -> Self {
    with { $0.always.append(Invariant(name, fileID, line) { holds($0) ? nil : "" }) }
  }

  /// Requires that two values are equal after each step. A failure shows their difference.
  public func always<Value>(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line, _ actual: @escaping (_ moment: Moment) -> Value,
    equals expected: @escaping (_ moment: Moment) -> Value
  ) -> Self {
    with { $0.always.append(Invariant(name, fileID, line, Self.difference(actual, expected))) }
  }

  /// Requires a condition of each turn: the state before, the action, and the state after.
  ///
  /// The action is nil if a store with another type of actions received it.
  public func everyTurn(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line,
    _ holds: @escaping (_ before: State, _ action: Action?, _ after: State) -> Bool
  ) -> Self {
    with {
      $0.everyTurn.append(
        Invariant(name, fileID, line) { before, action, after in
          holds(before, action as? Action, after) ? nil : "in the turn of \(Tape.text(of: action))"
        })
    }
  }

  /// Requires a condition at the end of a run, after an hour in which all requests succeed.
  public func eventually(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line, _ holds: @escaping (_ moment: Moment) -> Bool
  ) -> Self {
    with { $0.atRest.append(Invariant(name, fileID, line) { holds($0) ? nil : "" }) }
  }

  /// Requires that two values are equal at the end of a run, after an hour in which all requests succeed.
  public func eventually<Value>(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line, _ actual: @escaping (_ moment: Moment) -> Value,
    equals expected: @escaping (_ moment: Moment) -> Value
  ) -> Self {
    with { $0.atRest.append(Invariant(name, fileID, line, Self.difference(actual, expected))) }
  }

  /// Requires that this part of the state is decoded as it was encoded, and kills and restarts the application.
  ///
  /// A restarted application begins with the part that it had when it was killed; the rest is lost.
  ///
  /// - Parameters:
  ///   - part: The part of the state that the application saves.
  ///   - compared: Returns the parts that must be equal after restoration; by default, all of them.
  ///   - restore: Puts a decoded part into the state of a newly launched application; by default, assigns it.
  public func saves<Saved: Codable>(
    _ part: WritableKeyPath<State, Saved>, comparing compared: @escaping (_ saved: Saved) -> Any = { $0 },
    restoring restore: ((_ state: inout State, _ saved: Saved) -> Void)? = nil
  ) -> Self {
    with {
      $0.saving = { old, new in
        let saved = try JSONDecoder().decode(Saved.self, from: JSONEncoder().encode(old[keyPath: part]))
        if let restore { restore(&new, saved) } else { new[keyPath: part] = saved }
        return Difference(from: compared(old[keyPath: part]), to: compared(new[keyPath: part]))
      }
    }
  }

  /// Requires that undoing an action restores this part of the state, and that redoing repeats the change.
  ///
  /// - Parameters:
  ///   - part: The part of the state that undoing restores.
  ///   - undo: The action that undoes a step.
  ///   - redo: The action that redoes a step; nil if there is none.
  ///   - steps: Returns the number of steps that can be undone. Only actions that add one step are checked.
  public func undoes<Part>(
    _ part: @escaping (_ state: State) -> Part, by undo: Action, redo: Action? = nil,
    steps: @escaping (_ state: State) -> Int
  ) -> Self {
    let difference = { Difference(from: part($0), to: part($1)) }
    return with { $0.undoing = Undoing(undo: undo, redo: redo, stepCount: steps, difference: difference) }
  }

  /// Sends an action when the network is back and at the end of a run, as a reachability monitor does.
  public func healed(by action: Action) -> Self { with { $0.healing.append(action) } }

  /// Adds a change that another client makes on the server, at any moment of a run.
  public func outsideChanges(_ name: String, _ change: @escaping @Sendable (_ server: inout Server) -> Void) -> Self {
    with { $0.changes.append((name, change)) }
  }

  /// Attaches files to a failure, for example `{ $0.record().evidence() }` with `PureduxInspector`.
  ///
  /// - Parameter begin: Called with the application when the shortened run is repeated. The returned closure creates the
  ///   files, keyed by name, as for a `TestStore`.
  public func attaching(_ begin: @escaping (_ app: App) -> @Sendable () throws -> [String: [UInt8]]) -> Self {
    with { $0.attach = begin }
  }
}

extension Exploration.Invariant {
  init(_ name: String, _ fileID: StaticString, _ line: UInt, _ violation: @escaping (Subject) -> String?) {
    self.init(name: name, position: SourcePosition(fileID: fileID, line: line), violation: violation)
  }
}

extension StateStore {
  /// Returns when the log has accepted all actions dispatched before this call, so that they survive the end of the
  /// process.
  ///
  /// Await this method before a process ends or is suspended, for example at the end of an App Intent.
  ///
  /// ```swift
  /// list.dispatch(.buy(id))
  /// try await list.accepted()
  /// ```
  ///
  /// Actions that the reducer has rejected are not waited for. Throws `CancellationError` if the task is cancelled, and
  /// `ReplicaProblem.logClosed` if the log can no longer be used.
  ///
  /// - Parameters:
  ///   - fileID: The file of this call, for reports.
  ///   - line: The line of this call, for reports.
  public func accepted<Document, Shared>(fileID: StaticString = #fileID, line: UInt = #line) async throws
  where State == ReplicaState<Document, Shared> {
    try await wait(in: "accepted", SourceLocation(fileID: fileID, line: line)) { fold, entered in
      guard fold.pending.contains(where: { !$0.isAccepted && $0.ordinal <= entered }) else { return .success(()) }
      return fold.problem == .logClosed ? .failure(ReplicaProblem.logClosed) : nil
    }
  }

  /// Returns when the log has confirmed or rejected all actions dispatched before this call.
  ///
  /// Throws the replica's problem if it does not follow the log, and `CancellationError` if the task is cancelled.
  ///
  /// - Parameters:
  ///   - fileID: The file of this call, for reports.
  ///   - line: The line of this call, for reports.
  public func confirmed<Document, Shared>(fileID: StaticString = #fileID, line: UInt = #line) async throws
  where State == ReplicaState<Document, Shared> {
    try await wait(in: "confirmed", SourceLocation(fileID: fileID, line: line)) { fold, entered in
      guard fold.pending.contains(where: { $0.ordinal <= entered }) else { return .success(()) }
      guard let problem = fold.problem, !problem.needsSnapshot else { return nil }
      return .failure(problem)
    }
  }

  /// Waits for a result of a function that receives the number of actions entered before this call.
  private func wait<Document, Shared>(
    in name: String, _ location: SourceLocation,
    _ result: @escaping @Sendable (ReplicaFold<Document, Shared>, UInt64) -> Result<Void, any Error>?
  ) async throws where State == ReplicaState<Document, Shared> {
    let outcome = await node.tree.context.waiting(in: name, at: location) {
      await node.tree.settled()
      let entered = withState { $0.fold.entered }
      let results = AsyncStream<Result<Void, any Error>> { continuation in
        let subscription = subscribe(until: .storeReleased) { state in
          guard let result = result(state.fold, entered) else { return }
          continuation.yield(result)
          continuation.finish()
        }
        continuation.onTermination = { _ in subscription.cancel() }
      }
      for await result in results { return result }
      return .failure(CancellationError())
    }
    try outcome.get()
  }
}

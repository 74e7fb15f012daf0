extension StoreNode {
  /// Creates a selection of this node's states; a selection without a name is not reported to taps.
  @usableFromInline
  func makeSelection<Output: Sendable>(
    _ name: String?, whenChanged equating: Equating<State>, token: (any AnyObject & Sendable)? = nil,
    compute: @escaping @Sendable (State) -> Output
  ) -> Selection<State, Output> {
    Selection(
      whenChanged: equating, lock: audience.lock, tree.revisionReader,
      SelectionStopwatch(name, actionQueue.store, tree), token: token, compute: compute)
  }

  /// Returns a node for a selection of this node's states, with the same action queue.
  @inlinable
  func selection<Output: Sendable>(_ selection: Selection<State, Output>) -> StoreNode<Output, Action> {
    self.selection(selection, audience(of: selection))
  }

  @inlinable
  func selection<Output: Sendable>(
    _ selection: Selection<State, Output>, _ audience: Audience<Output>
  ) -> StoreNode<Output, Action> {
    showing(source.selecting(selection), audience, unfilteredAudience: unfilteredAudience(of: selection))
  }

  /// Returns a closure that creates audiences. Each audience receives the result in every turn, even if the result is
  /// unchanged.
  @inlinable
  func unfilteredAudience<Output: Sendable>(of selection: Selection<State, Output>) -> @Sendable () -> Audience<Output>
  {
    let (above, unfilteredAudience, tree) = (audience, unfilteredAudience, tree)
    return {
      (unfilteredAudience?() ?? above).below(tree.nextNumber()) { state, turn in
        var time: Duration?
        return withTemporaryValue(
          filledBy: { time = selection.makeResult(at: $0, for: state, asOf: selection.revision()).time }
        ) { output in
          if let time { selection.stopwatch.tell(time, turn) }
          return output.pointee
        }
      }
    }
  }

  /// Creates the audience of a selection, below this node's audience.
  ///
  /// While the audience has no observers, its branch is detached and receives no states. When the branch is attached
  /// again, the result that was read to register the first observer counts as published.
  @inlinable
  func audience<Output: Sendable>(of selection: Selection<State, Output>) -> Audience<Output> {
    let (above, number) = (audience, tree.nextNumber())
    return Audience<Output>(lock: above.lock) { audience, locked in
      above.link(audience, number, locked) { audience in
        let differs = selection.makeFilter()
        selection.beginPublishing(isPast: TurnObserverHook.showsPastOnThread, locked)
        return .ofState { state, turn in
          let isPast = TurnObserverHook.showsPastOnThread
          guard isPast || lend(state, { differs($0, turn) }) else { return }
          var made: (generation: UInt64?, time: Duration?) = (nil, nil)
          withTemporaryValue { pointer in
            made = lend(state) { selection.makeResult(at: pointer, for: $0, asOf: selection.revision()) }
          } _: { output in
            if let time = made.time { selection.stopwatch.tell(time, turn) }
            if isPast || selection.isNew(made.generation) { audience.publish(output, turn) }
          }
        }
      }
    }
  }
}

extension StateStore {
  /// Returns a store with the same state, for observers that tolerate receiving a state twice.
  ///
  /// Observers receive each state whose compared values differ from the previous values, and the first state that is
  /// published after they subscribe. Unlike `removeDuplicates`, this method retains only the compared values. A turn
  /// without a change costs one comparison, regardless of the number of observers.
  @inlinable
  package func offered(whenChanged equating: Equating<State>) -> StateStore {
    let (above, number) = (node.audience, node.tree.nextNumber())
    let audience = Audience<State>(lock: above.lock) { audience, locked in
      above.link(audience, number, locked) { audience in
        let differs = equating.makeFilter()
        return .ofState { state, turn in
          if TurnObserverHook.showsPastOnThread || lend(state, { differs($0, turn) }) { audience.publish(state, turn) }
        }
      }
    }
    return StateStore(node: node.showing(node.source, audience, unfilteredAudience: node.unfilteredAudienceOrOwn))
  }
}

extension StateSource {
  /// Returns the source of a selection's results.
  @inlinable
  func selecting<Output: Sendable>(_ selection: Selection<State, Output>) -> StateSource<Output> {
    .derived { locked in
      let (makeState, revision) = (capture(locked), selection.revision(locked))
      return { pointer in
        withTemporaryValue(filledBy: makeState) { state in
          let made = lend(state) { selection.makeResult(at: pointer, for: $0, asOf: revision) }
          if let time = made.time { selection.stopwatch.post(time) }
        }
      }
    }
  }
}

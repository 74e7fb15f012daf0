/// The selections of a selector with an argument that are in use, each with its audience. It keeps none of them alive.
@usableFromInline
final class SelectionTable<Argument: Hashable & Sendable, State: Sendable, Output: Sendable>: Sendable {
  /// A selection that handles or observers keep alive, with its audience.
  @usableFromInline typealias InUse = (selection: Selection<State, Output>, audience: Audience<Output>)

  /// What an entry leads to. It is released outside the lock, because it may hold the last references.
  private struct Found: Sendable {
    let selection: Selection<State, Output>?
    let audience: Audience<Output>?

    var inUse: InUse? {
      if let selection, let audience { (selection, audience) } else { nil }
    }
  }

  private struct Entry: Sendable {
    let number: UInt64
    let selection: WeakReference<Selection<State, Output>>
    let audience: WeakReference<Audience<Output>>

    var found: Found { Found(selection: selection.object, audience: audience.object) }
  }

  private struct Content: Sendable {
    var entries: [Argument: Entry] = [:]
    var lastNumber: UInt64 = 0
  }

  /// Removes an entry when the selection goes that holds it.
  private final class Token: Sendable {
    let table: SelectionTable
    let argument: Argument
    let number: UInt64

    init(_ table: SelectionTable, _ argument: Argument, _ number: UInt64) {
      (self.table, self.argument, self.number) = (table, argument, number)
    }

    deinit { table.remove(argument, number) }
  }

  private let content = Guarded(Content())

  @usableFromInline
  init() {}

  /// A token for a selection that is to be inserted, which the selection has to keep.
  @usableFromInline
  func makeToken(for argument: Argument) -> (token: any Sendable, number: UInt64) {
    let number = content.withLock { content in
      content.lastNumber += 1
      return content.lastNumber
    }
    return (Token(self, argument, number), number)
  }

  /// The selection for an argument, where it is in use.
  @usableFromInline
  func find(_ argument: Argument) -> InUse? {
    let found = content.withLock { $0.entries[argument]?.found }
    return found?.inUse
  }

  /// Shares a selection from now on, unless there is one for an equal argument. Returns the one that is shared.
  @usableFromInline
  func insert(
    _ selection: Selection<State, Output>, _ audience: Audience<Output>, for argument: Argument, number: UInt64
  ) -> InUse {
    let entry = Entry(number: number, selection: WeakReference(selection), audience: WeakReference(audience))
    let found = content.withLock { content in
      let found = content.entries[argument]?.found
      if found?.inUse == nil { content.entries[argument] = entry }
      return found
    }
    return found?.inUse ?? (selection, audience)
  }

  private func remove(_ argument: Argument, _ number: UInt64) {
    // The argument is released outside the lock.
    let removed = content.withLock { content -> (key: Argument, value: Entry)? in
      guard let index = content.entries.index(forKey: argument), content.entries[index].value.number == number else {
        return nil
      }
      return content.entries.remove(at: index)
    }
    withExtendedLifetime(removed) {}
  }

  /// How many selections are in use.
  var count: Int { content.withLock { $0.entries.count } }
}

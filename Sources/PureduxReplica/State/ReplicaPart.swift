public import PureduxCollections

/// A part of a shared document whose changes can be reverted at a cost proportional to the change.
///
/// ```swift
/// let parts: [ReplicaPart<ShoppingList>] = [.elements(\.items), .value(\.title)]
/// ```
@frozen
public struct ReplicaPart<Document>: Sendable {
  @usableFromInline typealias Revert = @Sendable (inout Document) -> Void
  /// Ends a recording. Recordings end in last-in, first-out order.
  @usableFromInline typealias End = (inout Document) -> Recorded

  @frozen
  @usableFromInline
  enum Recorded {
    case unchanged
    case changed(Revert)
    /// The collection of the part was replaced, so the changes are unknown.
    case replaced
  }

  @usableFromInline let begin: @Sendable (inout Document) -> End

  @inlinable
  init(begin: @escaping @Sendable (inout Document) -> End) { self.begin = begin }

  /// Creates a part for the elements of an ordered state, including their order.
  ///
  /// A reducer should change the collection in place: if it replaces the whole collection while actions are pending,
  /// the replica has to read the log's snapshot again.
  ///
  /// - Parameter path: The stored property of the document.
  @inlinable
  public static func elements<Element: Identifiable & Sendable>(
    _ path: any WritableKeyPath<Document, OrderedState<Element>> & Sendable
  ) -> ReplicaPart where Element.ID: Sendable {
    ReplicaPart { document in
      let mark = document[keyPath: path].beginRecording()
      return { document in
        guard let reversals = document[keyPath: path].endRecording(mark) else { return .replaced }
        return reversals.isEmpty ? .unchanged : .changed { $0[keyPath: path].revert(reversals) }
      }
    }
  }

  /// Creates a part for a small value, whose old value is stored as a whole for each change.
  ///
  /// - Parameter path: The stored property of the document.
  @inlinable
  public static func value<Value: Equatable & Sendable>(
    _ path: any WritableKeyPath<Document, Value> & Sendable
  ) -> ReplicaPart {
    ReplicaPart { document in
      let old = document[keyPath: path]
      return { document in document[keyPath: path] == old ? .unchanged : .changed { $0[keyPath: path] = old } }
    }
  }
}

/// Reverts the changes of an action to a document.
@frozen
@usableFromInline
struct DocumentReversal<Document>: Sendable {
  @usableFromInline var reverts: [ReplicaPart<Document>.Revert] = []

  @inlinable
  init() {}

  /// Runs `body`, and returns the reversal of its changes; nil if it replaced a collection.
  @inlinable
  static func recording(
    _ parts: [ReplicaPart<Document>], _ document: inout Document, _ body: (inout Document) -> Void
  ) -> DocumentReversal? {
    let ends = parts.map { $0.begin(&document) }
    body(&document)
    var (reversal, isComplete) = (DocumentReversal(), true)
    for end in ends.reversed() {
      switch end(&document) {
      case .unchanged: break
      case .changed(let revert): reversal.reverts.append(revert)
      case .replaced: isComplete = false
      }
    }
    return isComplete ? reversal : nil
  }

  @inlinable
  func revert(_ document: inout Document) { for revert in reverts { revert(&document) } }
}

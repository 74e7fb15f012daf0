/// Reduces and reverts the actions of a shared document.
@frozen
@usableFromInline
package struct ReplicaRules<Document: Sendable, Action: Sendable>: Sendable {
  @usableFromInline let reducer: @Sendable (inout Document, Action) throws -> Void
  /// Whether the reducer may throw, to reject an action.
  @usableFromInline let mayReject: Bool
  /// The parts of the document; nil if a copy of the confirmed document is kept while actions are pending.
  @usableFromInline let parts: [ReplicaPart<Document>]?
  /// Returns the names of the properties that differ; nil in a release build.
  @usableFromInline let differences: (@Sendable (Document, Document) -> [String])?

  @usableFromInline
  package init(
    parts: [ReplicaPart<Document>]? = nil, mayReject: Bool,
    differences: (@Sendable (Document, Document) -> [String])? = nil,
    reducer: @escaping @Sendable (inout Document, Action) throws -> Void
  ) {
    (self.parts, self.mayReject, self.differences, self.reducer) = (parts, mayReject, differences, reducer)
  }

  /// Reduces an action with the inputs of its entry. Returns the error that rejects the action.
  @inlinable
  func reduce(_ document: inout Document, _ action: Action, _ inputs: ReplicaInputs) -> (any Error)? {
    var rejection: (any Error)?
    inputs.inForce {
      do { try reducer(&document, action) } catch { rejection = error }
    }
    return rejection
  }

  /// Reduces an action, and leaves no trace of it if it is rejected.
  ///
  /// - Returns: The error, and the reversal of the changes, or nil if the parts do not tell.
  @inlinable
  func reduceRecorded(
    _ parts: [ReplicaPart<Document>], _ document: inout Document, _ action: Action, _ inputs: ReplicaInputs
  ) -> (error: (any Error)?, reversal: DocumentReversal<Document>?) {
    var error: (any Error)?
    let reversal = DocumentReversal.recording(parts, &document) { error = reduce(&$0, action, inputs) }
    guard error != nil else { return (nil, reversal) }
    reversal?.revert(&document)
    return (error, reversal == nil ? nil : DocumentReversal())
  }

  /// Like `reduceRecorded`, but copies the document if the reducer may reject the action.
  @inlinable
  func reduceCopied(_ document: inout Document, _ action: Action, _ inputs: ReplicaInputs) -> (any Error)? {
    let before = mayReject ? document : nil
    let error = reduce(&document, action, inputs)
    if error != nil, let before { document = before }
    return error
  }
}

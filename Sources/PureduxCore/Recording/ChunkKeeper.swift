/// Keeps the chunks that a recorder has filled.
package protocol ChunkKeeper: AnyObject, Sendable {
  /// Takes a chunk, under the state lock of the tree.
  func take(_ chunk: RecordedChunk)
  /// Called in a turn after a chunk was taken, without a lock.
  func hasTaken()
}

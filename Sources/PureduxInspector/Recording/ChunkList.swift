internal import PureduxCore

/// The full chunks of a recording, oldest first.
final class ChunkList: ChunkKeeper {
  private let content = Guarded<(chunks: [RecordedChunk], stepCount: Int)>(([], 0))
  private let listeners = Guarded<[@Sendable () -> Void]>([])

  var all: [RecordedChunk] { content.withLock { $0.chunks } }
  var stepCount: Int { content.withLock { $0.stepCount } }

  func whenTaken(_ body: @escaping @Sendable () -> Void) { listeners.withLock { $0.append(body) } }

  func take(_ chunk: RecordedChunk) {
    content.withLock {
      $0.chunks.append(chunk)
      $0.stepCount += chunk.steps.count
    }
  }

  func hasTaken() { for listener in listeners.withLock({ $0 }) { listener() } }

  /// Takes out the oldest chunk where there are more steps than `limit`.
  func takeOldest(leaving limit: Int) -> RecordedChunk? {
    content.withLock { content in
      guard content.stepCount > limit else { return nil }
      let chunk = content.chunks.removeFirst()
      content.stepCount -= chunk.steps.count
      return chunk
    }
  }
}

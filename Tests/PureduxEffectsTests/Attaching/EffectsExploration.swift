import PureduxCollections
import PureduxEffects
import PureduxTesting
import Testing

/// Uploads, at most two at a time, which are retried, cancelled, restarted and removed.
private struct Uploads: Sendable {
  struct File: Identifiable, Sendable {
    let id: Int
    var job = Effect.State.idle()
    var isUploaded = false
  }

  enum Action: Equatable, Sendable {
    case add, start(Int), restart(Int), cancel(Int), remove(Int), uploaded(Int), failed(Int), online
  }

  var files: OrderedState<File> = []
  var lastID = 0

  mutating func reduce(_ action: Action) {
    let retry = RetryPolicy(maxAttempts: 3, base: 1, cap: 8)
    switch action {
    case .add:
      lastID += 1
      files.append(File(id: lastID))
    case .start(let id): files[id: id]?.job.run(retry)
    case .restart(let id): files[id: id]?.job.restart(retry)
    case .cancel(let id): files[id: id]?.job.cancel()
    case .remove(let id): files.remove(id: id)
    case .uploaded(let id):
      files[id: id]?.job.succeed()
      files[id: id]?.isUploaded = true
    case .failed(let id): files[id: id]?.job.retryOrFailWith(nil)
    case .online: for id in files.map(\.id) where files[id: id]?.job.isFailed == true { files[id: id]?.job.run(retry) }
    }
  }
}

extension Uploads {
  var actions: [Action] {
    files.reduce(into: [.add]) { $0 += [.start($1.id), .restart($1.id), .cancel($1.id), .remove($1.id)] }
  }
}

private struct UploadServer: Sendable {
  var files: Set<Int> = []
}

@Suite struct `The exploration of effects` {
  @Test(arguments: UInt64(0)..<3) func `finds nothing`(seed: UInt64) {
    let running = Guarded<[Int: Int]>([:])
    Exploration(server: UploadServer()) { outside in
      running.withLock { $0 = [:] }
      return StateStore<Uploads, Uploads.Action>(Uploads()) { $0.reduce($1) }
        .effect(forEach: { $0.files }, job: { $0.job }, limit: 2, name: "uploading") { file, dispatch in
          Effect {
            running.withLock { $0[file.id, default: 0] += 1 }
            defer { running.withLock { $0[file.id, default: 0] -= 1 } }
            try await outside.call("upload \(file.id)") { _ = $0.files.insert(file.id) }
            dispatch(.uploaded(file.id))
          } onError: { _ in
            dispatch(.failed(file.id))
          }
        }
    } actions: { uploads in
      uploads.actions
    }
    .always("at most two uploads run") { _ in running.withLock { $0.values.reduce(0, +) } <= 2 }
    .always("a file is uploaded once at a time") { _ in running.withLock { $0.values.allSatisfy { $0 <= 1 } } }
    .always("only requested uploads run") { moment in
      let ids = running.withLock { Array($0.filter { $0.value > 0 }.keys) }
      return ids.allSatisfy { moment.state.files[id: $0]?.job.isInProgress == true }
    }
    .always("what is uploaded is on the server") { moment in
      moment.state.files.allSatisfy { !$0.isUploaded || moment.server.files.contains($0.id) }
    }
    .healed(by: .online)
    .eventually("no upload is left") { !$0.state.files.contains { $0.job.isInProgress || $0.job.isFailed } }
    .run(runs: 30, seed: seed)
  }
}

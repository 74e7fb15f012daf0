import Foundation
import PureduxEffects
import PureduxPersistence

/// Uploads contents whose jobs are saved, in the form of the article, until enough have ended or a test kills the
/// process.
///
/// Arguments: the file of the state; the file that represents the server, to which each arriving request is appended as
/// a line with its key and content; and the number of uploads to begin. Every third upload must not be performed twice.
///
/// Prints `began` when the state was restored, and `done` when all uploads have ended.
enum UploadVictim {
  private struct Offline: Error {}

  private struct Uploads: Feature, Codable {
    struct Upload: Identifiable, Codable, Sendable {
      var id: Identity { job.id }
      let content: UUID
      var job: Effect.State
    }

    enum Action: Sendable {
      case add(UUID)
      case uploaded(Identity)
      case failed(Identity, any Error)
    }

    var count = 0
    var all: [Upload] = []
    var ended: [String: String] = [:]

    mutating func reduce(_ action: Action) {
      switch action {
      case .add(let content):
        count += 1
        let policy =
          count % 3 == 0
          ? RetryPolicy(maxAttempts: 1, resumes: .never)
          : RetryPolicy(maxAttempts: .max, backoff: .constant, base: 0.001, deadline: 3600)
        all.append(Upload(content: content, job: .running(policy)))
      case .uploaded(let id): end(id, "uploaded")
      case .failed(let id, let error):
        guard let index = all.firstIndex(where: { $0.id == id }) else { return }
        all[index].job.retryOrFailWith(error)
        if all[index].job.isFailed { end(id, error is Effect.InterruptedError ? "interrupted" : "failed") }
      }
    }

    private mutating func end(_ id: Identity, _ how: String) {
      all.removeAll { $0.id == id }
      ended[id.text] = (ended[id.text].map { "\($0), " } ?? "") + how
    }
  }

  static func run(_ arguments: [String]) async {
    guard arguments.count == 3, let count = Int(arguments[2]), count > 0 else { exit(64) }
    let server = open(arguments[1], O_WRONLY | O_APPEND | O_CREAT, 0o600)
    guard server >= 0 else { exit(73) }
    let archive = Archive<Uploads>(FileStorage(URL(fileURLWithPath: arguments[0])))
    let store = StateStore(feature: archive.restore() ?? Uploads()) { $0.reduce($1) }
    let work = store.effect(
      forEach: { $0.all }, job: { $0.job }, name: "upload", onFailure: { .failed($0.id, $1) }
    ) { upload, dispatch in
      Effect {
        let clock = StoreContext.current.clock
        try await clock.sleep(.microseconds(.random(in: 0...3000)))
        if Int.random(in: 0..<5) == 0 { throw Offline() }
        // A single call, so that a request arrives completely or not at all.
        let line = Array("\(upload.id.text) \(upload.content.uuidString)\n".utf8)
        guard write(server, line, line.count) == line.count else { exit(74) }
        // The response may be lost on its way back.
        try await clock.sleep(.microseconds(.random(in: 0...3000)))
        if Int.random(in: 0..<5) == 0 { throw Offline() }
        dispatch(.uploaded(upload.id))
      }
    }
    let persistence = store.persist(in: archive, pace: SavingPace(debounce: .zero))
    say("began")
    let (counts, source) = AsyncStream<(Int, Int)>.makeStream()
    let watching = store.subscribe { source.yield(($0.count, $0.all.count)) }
    for await (begun, left) in counts {
      if begun < count, left < 8 { store.dispatch(.add(UUID())) }
      if begun >= count, left == 0 { break }
    }
    watching.cancel()
    guard await persistence.flush() else { exit(74) }
    say("done")
    withExtendedLifetime((store, work)) { exit(0) }
  }
}

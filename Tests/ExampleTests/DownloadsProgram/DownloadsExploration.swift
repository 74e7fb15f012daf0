import Foundation
import Puredux
import PureduxTesting
import Testing

@testable import DownloadsProgram

@Suite struct `The exploration of the downloads` {
  private struct Lost: Error {}

  @Test(arguments: explorationSeeds) func `finds nothing`(seed: UInt64) {
    Exploration {
      Downloads.makeStore(
        (1...3).map { URL(string: "http://localhost/\($0)")! }, Fetch.Limits(), job: { _ in nil })
    } actions: { downloads in
      [.startAll, .cancelAll] + (0..<4).map { .toggle($0) }
        + downloads.all.elements.filter(\.job.isInProgress).flatMap { download -> [Downloads.Action] in
          [
            .progressed(download.id, .init(received: 1, total: 2)), .finished(download.id),
            .saved(download.id, as: "a"), .stopped(download.id, Effect.Failure(Lost()), isWorthAnotherTry: true),
            .stopped(download.id, Effect.Failure(Lost()), isWorthAnotherTry: false),
          ]
        }
    }
    .everyTurn("after a cancellation nothing runs") { _, action, after in
      if case .cancelAll? = action { !after.all.elements.contains { $0.job.isInProgress } } else { true }
    }
    .everyTurn("a download that begins has no progress") { before, _, after in
      zip(before.all.elements, after.all.elements).allSatisfy { before, after in
        before.job.isInProgress || !after.job.isInProgress || after.progress.received == 0
      }
    }
    .saves(\.self)
    .run(runs: 15, seed: seed)
  }

  @Test func `a download that is started again has no progress, and no file`() {
    var downloads = Downloads([URL(string: "http://localhost/1")!], timeout: 1)
    for start in [Downloads.Action.startAll, .toggle(0)] {
      downloads.reduce(.startAll)
      let id = downloads.all[0].id
      downloads.reduce(.progressed(id, .init(received: 1, total: 2)))
      downloads.reduce(.saved(id, as: "a"))
      downloads.reduce(.cancelAll)
      downloads.reduce(start)
      #expect(downloads.all[0].progress == Download.Progress())
      #expect(downloads.all[0].savedAs == nil)
    }
  }
}

import Foundation
import PureduxPersistence
import PureduxTesting
import TestSupport
import Testing

/// Files that are temporarily inaccessible, as on a phone that was not unlocked since its restart.
@Suite struct DataProtectionTests {
  let folder: TemporaryFolder
  let double = FileSystemDouble()
  let clock = TestClock()
  let problems = Recorder<PersistenceError>()

  init() throws { folder = try TemporaryFolder() }

  private func store() -> StateStore<[Int], Int> {
    StoreContext.with {
      $0.clock = StoreClock(clock)
    } operation: {
      StateStore([0]) { $0.append($1) }
    }
  }

  private func archive(_ claim: ClaimDuration) -> Archive<[Int]> {
    Archive(
      FileStorage(folder.state, files: double.files), claim: claim, onProblem: { [problems] in problems.record($0) })
  }

  private func permit(_ isPermitted: Bool) {
    for name in ["state.json", "state.json.lock", "state.json.new"] {
      double.fail("open \(name)", with: isPermitted ? nil : EPERM)
    }
  }

  @Test(arguments: [ClaimDuration.always, .whileSaving])
  func `a temporarily inaccessible file is neither overwritten nor moved, and its state is restored later`(
    _ claim: ClaimDuration
  ) async {
    Archive<[Int]>(FileStorage(folder.state)).save([7])
    permit(false)
    let store = store()
    let persistence = store.persist(in: archive(claim), late: .merge { saved, current in saved + current.dropFirst() })
    await store.send(1)
    for wait in [1, 2, 4] {
      await clock.untilAsleep()
      clock.advance(by: .seconds(wait))
    }
    await clock.untilAsleep()
    #expect(await !persistence.flush())
    #expect(folder.text() == #"{"state":[7],"version":1}"#)
    #expect(folder.files == ["state.json"])
    #expect(Set(problems.kinds()) == [.notPermitted])

    permit(true)
    #expect(await persistence.flush())
    #expect(store.state == [7, 1])
    #expect(folder.text() == #"{"state":[7,1],"version":1}"#)
    #expect(folder.files == ["state.json"])
    #expect(problems.removeAll().isEmpty)
  }

  @Test func `a lock that is held during saves is free in between`() async throws {
    let store = store()
    let persistence = store.persist(in: archive(.whileSaving))
    await store.send(1)
    #expect(await persistence.flush())
    for name in ["state.json", "state.json.lock"] {
      let file = open(folder.url.appendingPathComponent(name).path, O_RDWR)
      #expect(file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0)
      close(file)
    }
    await store.send(2)
    #expect(await persistence.flush())
    #expect(folder.text() == #"{"state":[0,1,2],"version":1}"#)
  }
}

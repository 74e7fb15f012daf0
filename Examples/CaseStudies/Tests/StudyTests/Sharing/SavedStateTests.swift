import Foundation
import Puredux
import PureduxPersistence
import PureduxTesting
import Testing

@testable import Studies

struct SavedStateTests {
  @Test func `changes are restored at the next launch`() async {
    let (context, storage) = (TestContext(), MemoryStorage())
    do {
      let (store, saving) = context.run { Reading.store(in: storage) }
      store.dispatch(.larger)
      store.dispatch(.dark(true))
      #expect(await context.runToEnd { await saving.flush() } == true)
    }
    context.runUntilIdle()
    let (next, _) = context.run { Reading.store(in: storage) }
    #expect(next.state == Reading(fontSize: 13, isDark: true))
  }

  @Test func `the user defaults keep a state under its key`() {
    let storage = DefaultsStorage(name: "StudyTests.SavedState")
    defer { UserDefaults.standard.removeObject(forKey: storage.name) }
    let archive = Archive<Reading>(storage)
    #expect(archive.restore() == nil)
    archive.save(Reading(fontSize: 20))
    #expect(archive.restore() == Reading(fontSize: 20))
  }
}

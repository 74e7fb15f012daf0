import Puredux
import PureduxPersistence
import PureduxTesting
import Testing

@testable import Studies

struct SharedJournalTests {
  @Test func `a reader of the journal receives each save`() async {
    let (context, storage) = (TestContext(), MemoryStorage())
    let (writer, saving) = context.run { Readings.writer(Journal(storage)) }
    let (reader, following) = context.run { Readings.reader(Journal(storage)) }
    for degrees in [20.0, 21.5] {
      writer.dispatch(.measured(degrees))
      #expect(await context.runToEnd { await saving.flush() } == true)
      await context.runToEnd { await following.look() }
      #expect(reader.state == writer.state)
    }
    #expect(reader.state.readings.map(\.degrees) == [20, 21.5])
  }
}

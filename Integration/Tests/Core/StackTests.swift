import BuiltPrograms
import Testing

@Suite struct StackTests {
  @Test func `fifty levels of large states are reduced, published and read on a stack that eight of them would fill`()
    throws
  {
    #expect(try BuiltProgram("DeepTree").words([]).prefix(3) == ["fifty", "levels", "of"])
  }
}

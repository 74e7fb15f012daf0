import Testing

@testable import Studies

struct GalleryTests {
  @Test func `each study has its own name and file`() {
    #expect(Study.all.count == 37 && Set(Study.all.map(\.name)).count == 37)
    #expect(Set(Study.all.map(\.file)).count == 37)
  }

  @Test func `a mistyped name suggests at most three similar names, with the best first`() {
    let names = Study.all.map(\.name)
    #expect(NearNames.of("dwnloads", in: names) == ["downloads"])
    #expect(NearNames.of("STACKS", in: names) == ["stack"])
    #expect(NearNames.of("navigate", in: names) == ["load-then-navigate", "navigate-and-load"])
    #expect(NearNames.of("x", in: names) == [])
  }
}

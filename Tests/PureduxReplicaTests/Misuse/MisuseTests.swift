import Testing

@testable import PureduxReplica

@Suite struct MisuseTests {
  @Test func `each report says what happened, what became of it, and what to do`() {
    let reports: [Misuse] = [
      .undeclaredParts(["title"], of: "List"), .diverged(at: 7, document: "List"),
      .trapped(at: 7, document: "List"), .unencodableDocument("List", MissingItem()),
    ]
    for report in reports {
      #expect(report.whatHappened.contains("List"))
      #expect(!report.consequence.isEmpty && !report.howToFix.isEmpty)
    }
    #expect(Set(reports).count == 4)
    #expect(Misuse.damagedFile("/log/damaged.1", after: 7).consequence.contains("/log/damaged.1"))
  }
}

import PureduxPersistence
import Testing

@Suite struct PersistenceErrorTests {
  static let kinds: [PersistenceError.Kind] = [
    .heldElsewhere, .claimLost, .changedElsewhere, .notRead, .missingFolder, .unsuitableFile, .notPermitted, .noSpace,
    .damaged, .otherVersion(7), .notEncodable, .failed,
  ]

  @Test(arguments: kinds) func `names the storage, the system's message, and the consequence for the state`(
    kind: PersistenceError.Kind
  ) {
    let text = PersistenceError(kind, storage: "notes.json", details: "the reason").description
    #expect(text.contains("notes.json"))
    #expect(text.contains(" (the reason). "))
    #expect(text.hasSuffix("."))
  }

  @Test func `each kind of error has a unique text`() {
    let texts = Self.kinds.map { PersistenceError($0, storage: "notes.json", details: "the reason").description }
    #expect(Set(texts).count == texts.count)
  }

  @Test func `a version without a migration is reported, with the fix`() {
    let text = PersistenceError(.otherVersion(7), storage: "notes.json", details: "no migration").description
    #expect(text.contains("version 7") && text.contains("`Migration`"))
  }
}

import Foundation
public import PureduxCases
import PureduxTesting
import Testing

public struct Attendee: Hashable, Codable, Sendable {
  public var name = ""
}

@propertyWrapper struct Trimmed: Hashable, Codable, Sendable {
  private var value = ""
  init(wrappedValue: String) { self.wrappedValue = wrappedValue }
  var wrappedValue: String {
    get { value }
    set { value = newValue.trimmingCharacters(in: .whitespaces) }
  }
}

@Editable
public struct SyncUp: Equatable, Codable, Sendable {
  public let id: Int
  public var title = ""
  public var duration: Duration = .seconds(300)
  public var attendees: [Attendee] = []
  public internal(set) var meetings = makeMeetings()
  var revision = 1
  public var minutes: Int64 { duration.components.seconds / 60 }

  private static func makeMeetings() -> [Int] { [] }
}

/// Valid but rare forms.
@Editable
struct UnusualFields: Equatable, Codable, Sendable {
  static let limit = if let limit = Int("3") { limit } else { 4 }
  var `default` = -1.5, `in`: Int?, first: [String: Int] = [:], second: [String: Int] = [:]
  @Trimmed var note = "a"
  var observed = 0 { didSet { changes += 1 } }
  var `init` = true, `two words` = 0x1F
  #if DEBUG
    var debug: Int! = 1
  #elseif NEVER
    var debug: String
  #else
    var release = 1
  #endif
  @EditableIgnored var changes = [1, 2].count
  private(set) var count = [1, 2].count
  @available(*, deprecated) var old = 1
  lazy var computedLater = [1, 2].count

  static func == (one: UnusualFields, other: UnusualFields) -> Bool {
    one.note == other.note && one.observed == other.observed
  }
}

@Editable(Equatable.self, Sendable.self)
struct Form<Value: Equatable & Sendable> {
  struct Row: Equatable, Sendable { var text = "" }
  var value: Value
  var rows: [Row] = []
  @EditableIgnored var pending: Any.Type?
}

extension UnusualFields {
  @Editable fileprivate struct Nested { var text = "" }
}

enum SyncUpAction: Hashable, Codable, Sendable {
  case edit(SyncUp.Edit)
  case meet
}

struct EditableTests {
  private func store() -> StateStore<SyncUp, SyncUpAction> {
    StateStore(SyncUp(id: 1)) { syncUp, action in
      switch action {
      case .edit(let edit): syncUp.apply(edit)
      case .meet: syncUp.meetings.append(syncUp.meetings.count)
      }
    }
  }

  @Test func `an edit sets its property`() {
    var syncUp = SyncUp(id: 1)
    for edit in [SyncUp.Edit.title("Morning"), .duration(.seconds(60)), .attendees([Attendee(name: "Ada")])] {
      syncUp.apply(edit)
    }
    #expect(syncUp.title == "Morning" && syncUp.minutes == 1 && syncUp.attendees.map(\.name) == ["Ada"])
    #expect(syncUp.id == 1 && syncUp.meetings.isEmpty && syncUp.revision == 1)
  }

  @Test func `an action of edits represents all fields of a form`() {
    let store = TestStore { self.store() }
    store.send(.edit(.title("Morning"))) { $0.title = "Morning" }
    store.send(.edit(.attendees([Attendee()]))) { $0.attendees = [Attendee()] }
    store.send(.meet) { $0.meetings = [0] }
    store.finish()
  }

  @Test func `recorded edits can be saved, and replayed with the same result`() async throws {
    let actions: [SyncUpAction] = [
      .edit(.title("A")), .meet, .edit(.duration(.milliseconds(1))), .edit(.attendees([Attendee(name: "é")])),
      .edit(.title("")), .meet,
    ]
    let decoded = try JSONDecoder().decode([SyncUpAction].self, from: JSONEncoder().encode(actions))
    #expect(decoded == actions && Set(decoded).count == 5)
    let (recorded, replayed) = (store(), store())
    for action in actions { await recorded.send(action) }
    for action in decoded { await replayed.send(action) }
    #expect(recorded.state == replayed.state && replayed.state.meetings == [0, 1])
  }

  @Test func `each form of a property that the language allows has its case`() {
    var unusual = UnusualFields()
    let edits: [UnusualFields.Edit] = [
      .default(2), .in(3), .first(["a": 1]), .second([:]), .note("  b "), .observed(4), .`init`(false),
      .`two words`(5), .debug(6),
    ]
    for edit in edits { unusual.apply(edit) }
    #expect(unusual.default == 2 && unusual.in == 3 && unusual.first == ["a": 1] && unusual.note == "b")
    #expect(unusual.observed == 4 && unusual.changes == 3 && unusual.`init` == false)
    #expect(unusual.`two words` == 5 && unusual.debug == 6)
    var nested = UnusualFields.Nested()
    nested.apply(.text("d"))
    #expect(nested.text == "d" && UnusualFields.Nested.Edit.text("d") == .text("d"))
  }

  @Test func `a generic structure has edits with the conformances that its attribute names`() {
    var form = Form(value: 1)
    form.apply(.value(2))
    form.apply(.rows([.init(text: "a")]))
    #expect(form.value == 2 && form.rows == [.init(text: "a")])
  }
}

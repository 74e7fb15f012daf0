// The compiler's messages for mistakes in features and their effects.
import Puredux

struct Clip: Feature, Identifiable, Equatable {
  enum Action: Sendable { case play, ended, failed(any Error) }
  let id: Int
  var plays = 0
  var playing = Effect.State.idle()
  mutating func reduce(_ action: Action) { plays += 1 }
}

/// Changes a part of its parent, and tells the parent something.
struct Player: Feature {
  typealias Action = Clip.Action
  enum Outcome { case goesOn, isOver }
  mutating func reduce(_ action: Action, _ clips: inout OrderedState<Clip>) -> Outcome { .goesOn }
}

struct Deck: Feature {
  enum Action: Sendable {
    case main(Clip.Action), sheet(Clip.Action), row(Int, Clip.Action), player(Player.Action), name(String)
  }
  /// A case has no key path without `@Cases`.
  enum Content: Sendable { case none, clip(Clip) }

  var main = Clip(id: 0)
  var sheet: Clip?
  var rows: OrderedState<Clip> = []
  var queue: [Clip] = []
  var content = Content.none
  var player = Player()
  var count = 0

  mutating func reduce(_ action: Action) {
    switch action {
    case .main(let action): main.reduce(actoin)  // 41: cannot find 'actoin' in scope
    case .sheet(let action): sheet.reduce(action)  // 30: value of optional type 'Clip?' must be unwrapped
    case .row(let id, let action): rows[id: id]?.plaing(action)  // 50: value of type 'Clip' has no member 'plaing'
    case .player(let action): player.reduce(action, &rows)  // 38: warning: result of call to 'reduce' is unused
    case .name: break
    }
  }
}

let misspelt: Clip.Effects = [
  .effect(\.playing, name: "play") { clip, dispatch in
    Effect { dispatch(.eneded) }  // 24: type 'Clip.Action' has no member 'eneded'
  },
  .effect(whilePresent: "clock") { _, dispatch in Effect { dispatch(.play) } },
]
let misspeltJob: Clip.Effects = [
  .effect(\.playng) { _, dispatch in Effect { dispatch(.ended) } },  // 11: value of type 'Clip' has no member 'playng'
  .effect(whilePresent: "clock") { _, dispatch in Effect { dispatch(.play) } },
]
let notAJob: Deck.Effects = [.effect(\.count) { _, _ in Effect {} }]  // 38: cannot convert value of type 'KeyPath<Deck,
let notABool: Deck.Effects = [.effect(toggle: \.count) { _, _ in Effect {} }]  // 47: cannot convert value of type
let notReturned: Clip.Effects = [.effect(\.playing) { _, dispatch in dispatch(.ended) }]  // 70: cannot convert value of
let oneParameter: Clip.Effects = [
  .effect(\.playing) { dispatch in Effect { dispatch(.ended) } }  // 24: contextual closure type '@Sendable (Clip,
]

let otherCase: Deck.Effects = [.part(\.main, Deck.Action.row)]  // 33: 'part' is unavailable: The
let otherOptional: Deck.Effects = [.part(\.sheet, Deck.Action.name)]  // 37: 'part' is unavailable: The second
let misspeltCase: Deck.Effects = [.part(\.sheet, Deck.Action.shet)]  // 62: type 'Deck.Action' has no member 'shet'
let noCases: Deck.Effects = [.part(\.content.clip, Deck.Action.main)]  // 46: key path cannot refer to enum case 'clip'
let partOfList: Deck.Effects = [.part(\.rows, Deck.Action.row)]  // 34: 'part' is unavailable: Each element is
let partsOfOptional: Deck.Effects = [.parts(\.sheet, Deck.Action.sheet)]  // 39: 'parts' is unavailable: An optional is
let partsOfArray: Deck.Effects = [.parts(\.queue, Deck.Action.row)]  // 36: 'parts' is unavailable: An array
let otherID: Deck.Effects = [.parts(\.rows) { (id: String, action: Clip.Action) in .main(action) }]  // 31: 'parts'
let noFeature: Deck.Effects = [.part(\.count, Deck.Action.main)]  // 33: static method 'part' requires that 'Int'
let noEmbed: Deck.Effects = [.part(\.sheet)]  // 43: missing argument for parameter #2 in call

let parent = StateStore(feature: Player()) { $0.reduce($1) }  // 58: missing argument for parameter #2 in call
let unnamed = StateStore(feature: Deck()) { $0.reduce($1) }
let child = unnamed.with(feature: Clip(id: 1), Deck.Action.row) { $0.reduce($1) }  // 60: cannot convert value of type

struct Actionless: Feature { var count = 0 }  // 8: type 'Actionless' does not conform to protocol 'Feature'

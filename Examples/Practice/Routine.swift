import Foundation
import Puredux
import PureduxCases

/// What a musician practices: a list of exercises, and the takes that were recorded.
@Editable
struct Routine: Identifiable, Hashable, Codable, Sendable {
  let id: Identity
  var title = ""
  @EditableIgnored var exercises: OrderedState<Exercise> = []
  @EditableIgnored var takes: OrderedState<Take> = []

  var minutes: Int { exercises.reduce(0) { $0 + $1.minutes } }
}

/// A part of a routine.
@Editable
struct Exercise: Identifiable, Hashable, Codable, Sendable {
  let id: Identity
  var name = ""
  var minutes = 5
}

/// A session that was recorded.
struct Take: Identifiable, Hashable, Codable, Sendable {
  let id: Identity
  let date: Date
  let seconds: Int
  let loudest: Double
}

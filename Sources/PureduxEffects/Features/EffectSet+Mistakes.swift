// Diagnostics for mistakes in declarations of parts. The overloads are unavailable, so the compiler considers them only
// after all other overloads have failed, and editors do not suggest them.
extension EffectSet {
  /// Explains the fix in a compile-time error if `part` names a list.
  @available(
    *, unavailable, message: "Each element is a part: .parts(\\.rows, Action.row), with `case row(Row.ID, Row.Action)`"
  )
  public static func part<List: VersionedList, Embed>(_ path: KeyPath<State, List>, _ embed: Embed) -> EffectSet {
    EffectSet()
  }

  /// Explains the fix in a compile-time error if `parts` names an optional.
  @available(*, unavailable, message: "An optional is one part: .part(\\.sheet, Action.sheet)")
  public static func parts<Part, Embed>(_ path: KeyPath<State, Part?>, _ embed: Embed) -> EffectSet { EffectSet() }

  /// Explains the fix in a compile-time error if `parts` names an array.
  @available(
    *, unavailable, message: "An array cannot tell which element has changed; store the features in an OrderedState"
  )
  public static func parts<Part, Embed>(_ path: KeyPath<State, [Part]>, _ embed: Embed) -> EffectSet { EffectSet() }

  /// Explains the fix in a compile-time error if the second argument does not embed the part's actions.
  @available(
    *, unavailable,
    message: "The second argument embeds an action of the part: `case sheet(Sheet.Action)` is Action.sheet"
  )
  public static func part<Part: Feature, each Payload>(
    _ path: KeyPath<State, Part>, _ embed: (repeat each Payload) -> Action
  ) -> EffectSet { EffectSet() }

  /// Explains the fix in a compile-time error if the second argument does not embed the part's actions.
  @available(
    *, unavailable,
    message: "The second argument embeds an action of the part: `case sheet(Sheet.Action)` is Action.sheet"
  )
  public static func part<Part: Feature, each Payload>(
    _ path: KeyPath<State, Part?>, _ embed: (repeat each Payload) -> Action
  ) -> EffectSet { EffectSet() }

  /// Explains the fix in a compile-time error if the second argument does not embed the elements' actions.
  @available(
    *, unavailable,
    message: "The second argument embeds an element's id and action: `case row(Row.ID, Row.Action)` is Action.row"
  )
  public static func parts<List: VersionedList, each Payload>(
    _ path: KeyPath<State, List>, _ embed: (repeat each Payload) -> Action
  ) -> EffectSet { EffectSet() }
}

public import PureduxCore

extension EntryOverrides: OverlaidContextValue {
  package func overlaid(on below: any Sendable) -> any Sendable {
    guard case .values(let upper) = content, let below = below as? EntryOverrides,
      case .values(let lower) = below.content
    else { return self }
    var result = self
    result.content = .values(lower.merging(upper) { $1 })
    return result
  }
}

extension StoreContext {
  private enum EntryOverridesKey: StoreContextKey {
    static var defaultValue: EntryOverrides { EntryOverrides() }
  }

  @usableFromInline
  var entryOverrides: EntryOverrides {
    get { self[EntryOverridesKey.self] }
    set { self[EntryOverridesKey.self] = newValue }
  }
}

// Parts that are properties, optionals, cases of enumerations, and computed values.
extension EffectSet {
  /// Adds the effects of a feature that is a stored property.
  ///
  /// ```swift
  /// let effects: Desk.Effects = [.part(\.player, Desk.Action.player)]
  /// ```
  ///
  /// - Parameters:
  ///   - path: The stored property. A part behind a computed property or a property wrapper is copied after each action,
  ///     and is reported; to declare such a part, pass a closure.
  ///   - embed: Converts an action of the part to an action of this state, usually a case of the action's enumeration.
  public static func part<Part: Feature>(
    _ path: any KeyPath<State, Part> & Sendable, _ embed: @escaping @Sendable (_ action: Part.Action) -> Action
  ) -> EffectSet { part(path, Part.effects, embed) }

  /// Adds the effects of a stored property.
  ///
  /// - Parameters:
  ///   - path: The stored property.
  ///   - effects: The effects of the part, evaluated when the set is attached.
  ///   - embed: Converts an action of the part to an action of this state.
  public static func part<Part: Sendable, PartAction: Sendable>(
    _ path: any KeyPath<State, Part> & Sendable,
    _ effects: @autoclosure @escaping @Sendable () -> EffectSet<Part, PartAction>,
    _ embed: @escaping @Sendable (_ action: PartAction) -> Action
  ) -> EffectSet {
    guard let place = MemoryLayout<State>.offset(of: path) else {
      return computed(path, { $0[keyPath: path] }, effects, embed).reporting(path, of: State.self)
    }
    let step: @Sendable () -> String = { PartPath.step(path) }
    return EffectSet(name: step()) { unit, offset, site in
      site.walk.name(Part.self)
      effects().install(in: unit, at: offset + place, site.below(step, embed))
    }
  }

  /// Adds the effects of a feature while it is present: an optional property, or a case of an enumeration.
  ///
  /// If the value becomes nil, its work is stopped in that turn. If the feature is `Identifiable` and is replaced with a
  /// value with another identity, the old value's work is stopped, and the new value starts anew; otherwise, a replaced
  /// value counts as the same part. Effect states have identities of their own, so that their work never passes to
  /// another value.
  ///
  /// ```swift
  /// let effects: Desk.Effects = [
  ///   .part(\.sheet, Desk.Action.sheet),  // var sheet: Player?
  ///   .part(\.content.detail, Desk.Action.detail),  // a case of an enumeration with `@Cases`
  /// ]
  /// ```
  ///
  /// - Parameters:
  ///   - path: The optional value.
  ///   - embed: Converts an action of the part to an action of this state.
  public static func part<Part: Feature>(
    _ path: any KeyPath<State, Part?> & Sendable, _ embed: @escaping @Sendable (_ action: Part.Action) -> Action
  ) -> EffectSet { part(path, Part.effects, embed) }

  /// Adds the effects of an optional value while it is present.
  ///
  /// - Parameters:
  ///   - path: The optional value.
  ///   - effects: The effects of the part, evaluated when the part is first present.
  ///   - embed: Converts an action of the part to an action of this state.
  public static func part<Part: Sendable, PartAction: Sendable>(
    _ path: any KeyPath<State, Part?> & Sendable,
    _ effects: @autoclosure @escaping @Sendable () -> EffectSet<Part, PartAction>,
    _ embed: @escaping @Sendable (_ action: PartAction) -> Action
  ) -> EffectSet {
    guard let place = MemoryLayout<State>.offset(of: path) else {
      return computed(path, { $0[keyPath: path] }, effects, embed)
    }
    return EffectSet(name: PartPath.step(path)) { unit, offset, site in
      site.walk.name(Part.self)
      let site = site.below({ PartPath.step(path) }, embed)
      let part = OptionalPart<Part>(in: unit) { body in
        // SAFETY: the offset is that of an optional, whose payload is stored at its beginning.
        { state in
          let pointer = state + offset + place
          body(pointer.assumingMemoryBound(to: Part?.self).pointee == nil ? nil : pointer)
        }
      } fill: {
        effects().install(in: $0, at: 0, site)
      }
      unit.add(part.member)
    }
  }

  /// Adds the effects of a feature that a closure computes, while it is present.
  ///
  /// Use this form for a computed property, or for a property with a wrapper. The part is copied after each action.
  ///
  /// - Parameters:
  ///   - part: Returns the part; nil if it is not present.
  ///   - embed: Converts an action of the part to an action of this state.
  @_disfavoredOverload
  public static func part<Part: Feature>(
    _ part: @escaping @Sendable (_ state: State) -> Part?,
    _ embed: @escaping @Sendable (_ action: Part.Action) -> Action
  ) -> EffectSet { computed(nil, part, { Part.effects }, embed) }

  private static func computed<Part: Sendable, PartAction: Sendable>(
    _ path: (any AnyKeyPath & Sendable)?, _ read: @escaping @Sendable (State) -> Part?,
    _ effects: @escaping @Sendable () -> EffectSet<Part, PartAction>,
    _ embed: @escaping @Sendable (_ action: PartAction) -> Action
  ) -> EffectSet {
    let step: @Sendable () -> String = { path.map { PartPath.step($0) } ?? "\(Part.self)" }
    return EffectSet(name: step()) { unit, offset, site in
      site.walk.name(Part.self)
      let site = site.below(step, embed)
      let part = OptionalPart<Part>(in: unit) { body in
        { state in
          // SAFETY: the unit's value contains a state at the offset. The pointer is used only during the call.
          guard let value = read((state + offset).assumingMemoryBound(to: State.self).pointee) else { return body(nil) }
          withUnsafePointer(to: value) { body(UnsafeRawPointer($0)) }
        }
      } fill: {
        effects().install(in: $0, at: 0, site)
      }
      unit.add(part.member)
    }
  }
}

extension EffectSet {
  /// Creates the effects of a child store from those of the child's own state.
  @usableFromInline
  init<Parent: Sendable, Local: Sendable>(local effects: EffectSet<Local, Action>) where State == (Parent, Local) {
    self.init(name: effects.name) { unit, offset, site in
      site.walk.name(Local.self)
      let place = MemoryLayout<State>.offset(of: \.1) ?? 0
      effects.install(in: unit, at: offset + place, site)
    }
    isWhole = true
  }
}

/// A part that comes and goes. Its unit exists while the value does.
private final class OptionalPart<Part: Sendable> {
  // SAFETY: as for `EffectUnit`, to which the part belongs.
  /// Calls the closure that the visitor makes with the part's value, or with nil.
  typealias Visit = (UnsafeRawPointer) -> Void

  private let visitor: (@escaping (UnsafeRawPointer?) -> Void) -> Visit
  private let fill: (EffectUnit) -> Void
  private let locateOuter: EffectUnit.Locate
  private let hasNewIdentity: ((UnsafeRawPointer) -> Bool)?
  private var unit: EffectUnit?

  init(
    in outer: EffectUnit, visitor: @escaping (@escaping (UnsafeRawPointer?) -> Void) -> Visit,
    fill: @escaping (EffectUnit) -> Void
  ) {
    (self.visitor, self.fill, locateOuter) = (visitor, fill, outer.locate)
    hasNewIdentity = (Part.self as? any Identifiable.Type).map { identityComparison($0) }
  }

  var member: UnitMember {
    UnitMember(
      update: visitor { [self] value in if let value { update(value) } else { end() } },
      isIdle: { [visitor] base in
        var isIdle = true
        visitor { isIdle = $0 == nil }(base)
        return isIdle
      },
      end: end)
  }

  private func update(_ value: UnsafeRawPointer) {
    if let hasNewIdentity, hasNewIdentity(value) { end() }
    let unit = unit ?? makeUnit()
    self.unit = unit
    unit.update(value)
  }

  private func makeUnit() -> EffectUnit {
    EffectUnit(
      locate: { [locateOuter, visitor] state, body in
        withoutActuallyEscaping(body) { body in
          locateOuter(state, visitor { value in if let value { body(value) } })
        }
      }, filledBy: fill)
  }

  private func end() {
    unit?.end()
    unit = nil
  }
}

/// Returns a closure that tells whether a value has another identity than the value of the previous call.
private func identityComparison<Value: Identifiable>(_ type: Value.Type) -> (UnsafeRawPointer) -> Bool {
  var last: Value.ID?
  return { pointer in
    // SAFETY: the pointer is that of a value of this type, as the caller found the type by a cast.
    let now = lend(pointer.assumingMemoryBound(to: Value.self)) { $0.id }
    defer { last = now }
    return last != nil && last != now
  }
}

extension PartPath {
  /// The name of a property, as a step of a path.
  @usableFromInline
  static func step(_ path: AnyKeyPath) -> String {
    let text = "\(path)"
    return text.firstIndex(of: ".").map { String(text[text.index(after: $0)...]) } ?? text
  }
}

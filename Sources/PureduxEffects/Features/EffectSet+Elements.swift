// Parts that are elements of a list, or values of a dictionary.
extension EffectSet {
  /// Adds the effects of each feature in a list, for as long as the list contains it.
  ///
  /// The list tracks its changes, so an unchanged list costs one comparison, and a changed element costs the same in a
  /// list of any length. An element that moves keeps its work, and the work of a removed element is stopped in that turn.
  /// Elements are identified by their `id`: a copy of an element with another id has work of its own, also if both
  /// contain the same effect state.
  ///
  /// ```swift
  /// let effects: Desk.Effects = [.parts(\.path, Desk.Action.screen)]  // case screen(Player.ID, Player.Action)
  /// ```
  ///
  /// - Parameters:
  ///   - path: The list.
  ///   - embed: Converts an action of the element with this id to an action of this state.
  @inlinable
  public static func parts<List: VersionedList & Sendable>(
    _ path: any KeyPath<State, List> & Sendable,
    _ embed: @escaping @Sendable (_ id: List.Element.ID, _ action: List.Element.Action) -> Action
  ) -> EffectSet where List.Element: Feature, List.Element.ID: Sendable { parts(path, List.Element.effects, embed) }

  /// Adds the effects of each element of a list, for as long as the list contains the element.
  ///
  /// - Parameters:
  ///   - path: The list.
  ///   - effects: The effects of an element, evaluated when the set is attached.
  ///   - embed: Converts an action of the element with this id to an action of this state.
  @inlinable
  public static func parts<List: VersionedList & Sendable, PartAction: Sendable>(
    _ path: any KeyPath<State, List> & Sendable,
    _ effects: @autoclosure @escaping @Sendable () -> EffectSet<List.Element, PartAction>,
    _ embed: @escaping @Sendable (_ id: List.Element.ID, _ action: PartAction) -> Action
  ) -> EffectSet where List.Element: Sendable, List.Element.ID: Sendable {
    let place = MemoryLayout<State>.offset(of: path)
    let set = EffectSet(name: PartPath.step(path)) { unit, offset, site in
      site.walk.name(List.Element.self)
      let part = ElementParts<List>(in: unit) { unit, id in
        effects().install(in: unit, at: 0, site.below({ "\(PartPath.step(path))[\(id)]" }) { embed(id, $0) })
      } visitor: { body in
        guard let place else {
          // SAFETY: the unit's value contains a state at the offset. The pointer is used only during the call.
          return { state in
            withUnsafePointer(to: (state + offset).assumingMemoryBound(to: State.self).pointee[keyPath: path], body)
          }
        }
        return { state in body((state + offset + place).assumingMemoryBound(to: List.self)) }
      }
      // Closures that are formed here know the element's type; a witness of a generic class would not.
      let update = part.visitor { part.update($0) }
      unit.add(UnitMember(update: update, isIdle: part.isIdle, end: { part.end() }))
    }
    return place == nil ? set.reporting(path, of: State.self) : set
  }

  /// Adds the effects of each feature in a dictionary, for as long as the dictionary contains it.
  ///
  /// A dictionary does not track its changes, so all its values are compared after each action. Store large numbers of
  /// features in a list that tracks its changes.
  ///
  /// - Parameters:
  ///   - path: The dictionary.
  ///   - embed: Converts an action of the value at this key to an action of this state.
  public static func parts<Key: Hashable & Sendable, Part: Feature>(
    _ path: any KeyPath<State, [Key: Part]> & Sendable,
    _ embed: @escaping @Sendable (_ key: Key, _ action: Part.Action) -> Action
  ) -> EffectSet {
    EffectSet(name: PartPath.step(path)) { unit, offset, site in
      site.walk.name(Part.self)
      func values(_ state: UnsafeRawPointer) -> [Key: Part] {
        // SAFETY: the unit's value contains a state at the offset.
        lend((state + offset).assumingMemoryBound(to: State.self)) { $0[keyPath: path] }
      }
      func fill(_ part: EffectUnit, _ key: Key) {
        Part.effects.install(in: part, at: 0, site.below({ "\(PartPath.step(path))[\(key)]" }) { embed(key, $0) })
      }
      var units: [Key: EffectUnit] = [:]
      let locateOuter = unit.locate
      unit.add(
        UnitMember { state in
          let values = values(state)
          for key in units.keys where values[key] == nil { units.removeValue(forKey: key)?.end() }
          for (key, value) in values {
            let part =
              units[key]
              ?? EffectUnit { state, body in
                locateOuter(state) {
                  guard let value = EffectSet.value($0 + offset, path, key) else { return }
                  withUnsafePointer(to: value) { body(UnsafeRawPointer($0)) }
                }
              } filledBy: {
                fill($0, key)
              }
            units[key] = part
            withUnsafePointer(to: value) { part.update(UnsafeRawPointer($0)) }
          }
        } isIdle: {
          values($0).isEmpty
        } end: {
          for part in units.values { part.end() }
          units = [:]
        })
    }
  }

  private static func value<Key: Hashable, Part>(
    _ state: UnsafeRawPointer, _ path: any KeyPath<State, [Key: Part]> & Sendable, _ key: Key
  ) -> Part? {
    // SAFETY: the pointer is that of a state.
    lend(state.assumingMemoryBound(to: State.self)) { $0[keyPath: path][key] }
  }
}

/// The elements of a list. An unchanged list costs one comparison; after a change, only changed elements are compared.
///
/// An element has a unit from its first request on.
@usableFromInline
final class ElementParts<List: VersionedList & Sendable> where List.Element: Sendable, List.Element.ID: Sendable {
  // SAFETY: as for `EffectUnit`, to which the elements belong. The pointers are valid during the calls that receive them.
  @usableFromInline typealias ID = List.Element.ID
  @usableFromInline typealias Visitor = (@escaping (UnsafePointer<List>) -> Void) -> (UnsafeRawPointer) -> Void

  @usableFromInline let visitor: Visitor
  @usableFromInline let fill: (EffectUnit, ID) -> Void
  @usableFromInline let locateOuter: EffectUnit.Locate
  /// Compares elements that have no unit. It requests no work, so any id serves.
  // SAFETY: as above: accessed only in turns of the store.
  @exclusivity(unchecked) @usableFromInline var template: EffectUnit?
  @exclusivity(unchecked) @usableFromInline var version: Version?
  @exclusivity(unchecked) @usableFromInline var units: [ID: EffectUnit] = [:]
  @exclusivity(unchecked) @usableFromInline var changed: [(id: ID, position: Int)] = []

  @inlinable
  init(in outer: EffectUnit, fill: @escaping (EffectUnit, ID) -> Void, visitor: @escaping Visitor) {
    (self.visitor, self.fill, locateOuter) = (visitor, fill, outer.locate)
  }

  @inlinable
  func update(_ list: UnsafePointer<List>) {
    let now = list.pointee.version
    if now == version { return }
    let before = version
    version = now
    updateChanged(list, since: before)
  }

  @inlinable
  @inline(never)
  func updateChanged(_ list: UnsafePointer<List>, since before: Version?) {
    changed.removeAll(keepingCapacity: true)
    if let before, list.pointee.forEachChange(since: before, { changed.append(($0.id, $0.position)) }) {
      // An element that changed twice is compared twice; the second comparison finds nothing.
      for (id, position) in changed {
        if let position = list.pointee.index(id: id, expectedAt: position) {
          update(id, at: position, list)
        } else {
          units.removeValue(forKey: id)?.end()
        }
      }
    } else {
      for id in units.keys where list.pointee.index(id: id, expectedAt: -1) == nil {
        units.removeValue(forKey: id)?.end()
      }
      for position in list.pointee.indices { update(list.pointee[position].id, at: position, list) }
    }
  }

  @inlinable
  func update(_ id: ID, at position: Int, _ list: UnsafePointer<List>) {
    list.pointee.withElement(at: position) { element in
      let pointer = UnsafeRawPointer(element)
      if let unit = units[id] { return unit.update(pointer) }
      if isIdle(pointer, id) { return }
      let unit = makeUnit(id)
      units[id] = unit
      unit.update(pointer)
    }
  }

  @usableFromInline
  func isIdle(_ element: UnsafeRawPointer, _ id: ID) -> Bool {
    let template = template ?? EffectUnit(filledBy: { [fill] in fill($0, id) })
    self.template = template
    return template.isIdle(element)
  }

  // Inlinable, so that the search for the element is specialized for its type.
  @inlinable
  func makeUnit(_ id: ID) -> EffectUnit {
    EffectUnit { [locateOuter, visitor] state, body in
      withoutActuallyEscaping(body) { body in
        locateOuter(
          state,
          visitor { list in
            guard let position = list.pointee.index(id: id, expectedAt: -1) else { return }
            list.pointee.withElement(at: position) { body(UnsafeRawPointer($0)) }
          })
      }
    } filledBy: { [fill] in
      fill($0, id)
    }
  }

  @usableFromInline
  func isIdle(_ state: UnsafeRawPointer) -> Bool {
    var isEmpty = true
    withoutActuallyEscaping({ isEmpty = $0.pointee.isEmpty }) { visitor($0)(state) }
    return isEmpty
  }

  @inlinable
  func end() {
    for unit in units.values { unit.end() }
    units = [:]
    version = nil
  }
}

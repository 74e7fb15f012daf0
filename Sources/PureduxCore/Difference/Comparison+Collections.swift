extension Comparison {
  /// Matches equal elements, and compares elements that changed in place part by part.
  mutating func compareCollections(_ before: [Any], _ after: [Any], at path: ComparedPath) {
    if before.count == after.count {
      for (index, pair) in zip(before, after).enumerated() where areEqual(pair.0, pair.1) != true {
        compare(pair.0, pair.1, at: path.appending(index: index))
      }
      return
    }
    guard wantsPaths else { return add(before, after, at: path) }
    let start = zip(before, after).prefix { isSame($0, $1) }.count
    let end = zip(before.dropFirst(start).reversed(), after.dropFirst(start).reversed()).prefix { isSame($0, $1) }.count
    let old = Array(before[start..<(before.count - end)])
    let new = Array(after[start..<(after.count - end)])
    compareByIdentity(old, new, from: start, at: path)
  }

  /// Notes added and removed elements, and compares elements with the same identity, or equal ones without identity.
  private mutating func compareByIdentity(_ old: [Any], _ new: [Any], from start: Int, at path: ComparedPath) {
    let steps = new.difference(from: old) { one, other in
      guard let id = identity(of: one), let otherID = identity(of: other) else { return isSame(one, other) }
      return id == otherID
    }
    var (gone, added) = (Set<Int>(), Set<Int>())
    for step in steps {
      switch step {
      case .remove(let offset, let element, _):
        gone.insert(offset)
        add(element, nil, at: path.appending(index: start + offset))
      case .insert(let offset, let element, _):
        added.insert(offset)
        add(nil, element, at: path.appending(index: start + offset))
      }
    }
    let stayed = zip(old.indices.filter { !gone.contains($0) }, new.indices.filter { !added.contains($0) })
    for (oldIndex, newIndex) in stayed {
      compare(old[oldIndex], new[newIndex], at: path.appending(index: start + newIndex))
    }
  }

  private func identity(of element: Any) -> AnyHashable? {
    func open<Element: Identifiable>(_ element: Element) -> AnyHashable { element.id }
    return (element as? any Identifiable).map { open($0) }
  }

  mutating func compareKeyed(_ before: [AnyHashable: Any], _ after: [AnyHashable: Any], at path: ComparedPath) {
    let keys = Set(before.keys).union(after.keys).map { (key: $0, text: Rendering.text($0.base)) }
    for (key, text) in keys.sorted(by: { $0.text < $1.text }) {
      let path = path.appending(index: text)
      switch (before[key], after[key]) {
      case (let old?, let new?): compare(old, new, at: path)
      case (let old, let new): add(old, new, at: path)
      }
    }
  }

  mutating func compareSets(_ before: [Any], _ after: [Any], at path: ComparedPath) {
    let (old, new) = (members(of: before), members(of: after))
    for element in sorted(old.subtracting(new)) { add(element, nil, at: path) }
    for element in sorted(new.subtracting(old)) { add(nil, element, at: path) }
  }

  func entries(of dictionary: Mirror) -> [AnyHashable: Any] {
    let pairs = dictionary.children.compactMap { child -> (AnyHashable, Any)? in
      let parts = Mirror(reflecting: child.value).children.map(\.value)
      guard parts.count == 2, let key = parts[0] as? AnyHashable else { return nil }
      return (key, parts[1])
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private func members(of elements: [Any]) -> Set<AnyHashable> { Set(elements.compactMap { $0 as? AnyHashable }) }

  private func sorted(_ elements: Set<AnyHashable>) -> [Any] {
    elements.map { (value: $0.base, text: Rendering.text($0.base)) }.sorted { $0.text < $1.text }.map(\.value)
  }
}

extension Comparison {
  /// Elements that stayed are matched; those that changed in their place are compared part by part.
  mutating func compareCollections(_ before: [Any], _ after: [Any], at path: String) {
    let start = zip(before, after).prefix { isSame($0, $1) }.count
    let end = zip(before.dropFirst(start).reversed(), after.dropFirst(start).reversed()).prefix { isSame($0, $1) }.count
    let old = Array(before[start..<(before.count - end)])
    let new = Array(after[start..<(after.count - end)])
    if old.count == new.count {
      for (offset, pair) in zip(old, new).enumerated() {
        compare(pair.0, pair.1, at: "\(path)[\(start + offset)]")
      }
      return
    }
    for step in new.difference(from: old, by: isSame) {
      switch step {
      case .remove(let offset, let element, _): note(element, nil, at: "\(path)[\(start + offset)]")
      case .insert(let offset, let element, _): note(nil, element, at: "\(path)[\(start + offset)]")
      }
    }
  }

  mutating func compareKeyed(_ before: [AnyHashable: Any], _ after: [AnyHashable: Any], at path: String) {
    let keys = Set(before.keys).union(after.keys).map { (key: $0, text: Rendering.text($0.base)) }
    for (key, text) in keys.sorted(by: { $0.text < $1.text }) {
      let path = "\(path)[\(text)]"
      switch (before[key], after[key]) {
      case (let old?, let new?): compare(old, new, at: path)
      case (let old, let new): note(old, new, at: path)
      }
    }
  }

  mutating func compareSets(_ before: [Any], _ after: [Any], at path: String) {
    let (old, new) = (members(of: before), members(of: after))
    for element in sorted(old.subtracting(new)) { note(element, nil, at: path) }
    for element in sorted(new.subtracting(old)) { note(nil, element, at: path) }
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

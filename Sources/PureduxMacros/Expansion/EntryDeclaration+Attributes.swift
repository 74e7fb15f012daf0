extension EntryDeclaration {
  private static let macros: Set<Substring> = ["StoreEntry", "DependencyEntry"]
  /// They let other modules copy the accessors, which use the private storage.
  private static let attributesThatExposeAccessors: Set<String> = [
    "inlinable", "backDeployed", "_alwaysEmitIntoClient", "_transparent",
  ]

  /// The attribute that names the macro, with or without its module.
  func attribute(of macro: String) -> DeclarationPart? {
    attributes.first { $0.lastName == macro }
  }

  /// Throws if an attribute beside that of the macro makes an entry impossible.
  func checkOtherAttributes(of macro: String) throws(EntryError) {
    for attribute in attributes where Self.attributesThatExposeAccessors.contains(attribute.name) {
      throw EntryError(.attribute(attribute.name), at: attribute.offset)
    }
    // The first of two macros expands, and the second one reports the problem.
    let entries = attributes.filter { Self.macros.contains($0.lastName) }
    guard let first = entries.first, entries.count > 1, first.lastName != macro else { return }
    throw EntryError(.entryTwice(of: String(first.lastName)), at: attribute(of: macro)?.offset ?? 0)
  }
}

extension DeclarationPart {
  /// The name without that of a module in front.
  fileprivate var lastName: Substring { name.split(separator: ".").last ?? "" }
}

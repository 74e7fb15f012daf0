/// The supervisor of the effects that one list requests, created when the list is first compared.
@usableFromInline
final class ListWork {
  private let declaration: EffectDeclaration
  // SAFETY: the walk retains its units, and everything that calls this object is called by a unit.
  private unowned(unsafe) let walk: EffectWalk
  private let path: PartPath?
  private let locate: EffectUnit.Locate
  private var work: EffectWork?
  /// Re-evaluates the postponed effects, for the unit's value at `base`.
  // SAFETY: the pointer is used only during the call.
  @usableFromInline var askAgain: ((_ base: UnsafeRawPointer) -> Void)?

  @usableFromInline
  init<Action>(_ declaration: EffectDeclaration, _ unit: EffectUnit, _ site: EffectSite<Action>) {
    self.declaration = declaration
    (walk, path, locate) = (site.walk, site.path, unit.locate)
  }

  @usableFromInline var supervisor: Supervisor { work?.supervisor ?? makeWork().supervisor }

  private func makeWork() -> EffectWork {
    let work = walk.ownWork(declaration, path)
    work.askAgain = { [locate, askAgain] state in if let askAgain { locate(state, askAgain) } }
    self.work = work
    return work
  }

  /// Stops the work, because the unit's value is gone.
  @usableFromInline
  func end() {
    if let work { walk.end(work) }
    work = nil
  }
}

/// A store with a state of its own, as its projections know it.
protocol ShownStore: AnyObject, Sendable {
  func keepHere(_ work: any Endable)
  var attachedWorkHere: [any Endable] { get }
}

extension StoreNode: ShownStore {
  func keepHere(_ work: any Endable) { audience.keep(work) }

  var attachedWorkHere: [any Endable] { audience.attachedWork() }
}

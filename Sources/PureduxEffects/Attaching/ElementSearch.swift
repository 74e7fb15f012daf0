/// Finds the elements of runs in a collection that does not tell where they are.
@usableFromInline
enum ElementSearch {
  /// The elements of some runs, in the order of the runs, which is nearly always that of the elements.
  @inlinable
  static func elements<Elements: Collection>(
    of runs: [EffectRun], in elements: Elements, _ job: (Elements.Element) -> Effect.State?
  ) -> [Elements.Element?] {
    var index = elements.startIndex
    return runs.map { run in
      // Goes on behind the element that was found last, and from the start again at the end.
      for _ in 0..<elements.count {
        let element = elements[index]
        elements.formIndex(after: &index)
        if index == elements.endIndex { index = elements.startIndex }
        if job(element)?.id == run.state.id { return element }
      }
      return nil
    }
  }
}

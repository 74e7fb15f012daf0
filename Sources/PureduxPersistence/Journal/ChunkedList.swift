/// A list with fast insertion and removal at any position, even if the list is long.
///
/// Elements are stored in chunks. A binary indexed tree of the chunk sizes maps a position to its chunk.
struct ChunkedList<Element> {
  private static var largest: Int { 1_024 }

  private var chunks: [[Element]] = []
  /// A binary indexed tree. Entry `i` is the total size of the last `n` chunks up to and including chunk `i`, where `n`
  /// is the lowest set bit of `i + 1`.
  private var sums: [Int] = []
  private(set) var count = 0

  mutating func append(_ element: Element) {
    if let last = chunks.indices.last, chunks[last].count < Self.largest / 2 {
      chunks[last].append(element)
      add(1, to: last)
    } else {
      chunks.append([element])
      count += 1
      appendSum()
    }
  }

  subscript(position: Int) -> Element {
    get {
      let (chunk, index) = find(position)
      return chunks[chunk][index]
    }
    set {
      let (chunk, index) = find(position)
      chunks[chunk][index] = newValue
    }
  }

  mutating func insert(_ element: Element, at position: Int) {
    if position == count { return append(element) }
    let (chunk, index) = find(position)
    chunks[chunk].insert(element, at: index)
    add(1, to: chunk)
    if chunks[chunk].count > Self.largest { split(chunk) }
  }

  @discardableResult
  mutating func remove(at position: Int) -> Element {
    let (chunk, index) = find(position)
    let element = chunks[chunk].remove(at: index)
    add(-1, to: chunk)
    if chunks[chunk].isEmpty {
      chunks.remove(at: chunk)
      makeSums()
    }
    return element
  }

  func forEach<Failure: Error>(_ body: (Element) throws(Failure) -> Void) throws(Failure) {
    for chunk in chunks { for element in chunk { try body(element) } }
  }

  private mutating func split(_ chunk: Int) {
    let half = chunks[chunk].count / 2
    chunks.insert(Array(chunks[chunk][half...]), at: chunk + 1)
    chunks[chunk].removeSubrange(half...)
    makeSums()
  }

  /// Returns the chunk that contains the element at a position, and the element's index in the chunk.
  private func find(_ position: Int) -> (chunk: Int, index: Int) {
    var (chunk, rest, step) = (0, position, 1)
    while step * 2 <= sums.count { step *= 2 }
    while step > 0 {
      if chunk + step <= sums.count, sums[chunk + step - 1] <= rest {
        chunk += step
        rest -= sums[chunk - 1]
      }
      step /= 2
    }
    return (chunk, rest)
  }

  private mutating func add(_ number: Int, to chunk: Int) {
    count += number
    var index = chunk + 1
    while index <= sums.count {
      sums[index - 1] += number
      index += index & -index
    }
  }

  /// Appends the tree's entry for the newly added last chunk.
  private mutating func appendSum() {
    let index = chunks.count
    var (sum, before) = (chunks[index - 1].count, index - 1)
    while before > index - (index & -index) {
      sum += sums[before - 1]
      before -= before & -before
    }
    sums.append(sum)
  }

  private mutating func makeSums() {
    sums = chunks.map(\.count)
    for index in 1..<max(1, sums.count) {
      let next = index + (index & -index)
      if next <= sums.count { sums[next - 1] += sums[index - 1] }
    }
  }
}

extension ChunkedList: Sendable where Element: Sendable {}

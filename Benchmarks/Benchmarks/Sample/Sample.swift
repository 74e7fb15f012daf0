/// The state that the workloads share: about ten fields, one of them long.
struct Sample: Sendable {
  var count = 0
  var total = 0
  var limit = 1_000
  var selected = 0
  var page = 1
  var progress = 0.0
  var title = "a title that is too long for a small string"
  var isLoading = false
  var revision = 0
  var values: [Int]

  init(values: Int = 100) { self.values = Array(0..<values) }

  mutating func reduce(_ action: SampleAction) {
    switch action {
    case .add(let number): count &+= number
    case .select(let number): selected = number
    case .rename(let text): title = text
    case .set(let index, let value): values[index] = value
    case .load: isLoading = true
    }
  }
}

enum SampleAction: Sendable {
  case add(Int)
  case select(Int)
  case rename(String)
  case set(index: Int, to: Int)
  case load
}

/// A child's own state.
struct SampleLocal: Sendable {
  var count = 0

  mutating func reduce(_ action: SampleAction) {
    if case .add(let number) = action { count &+= number }
  }
}

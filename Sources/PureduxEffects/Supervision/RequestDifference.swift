/// A state asks for these runs, in storage that is valid during a call.
@usableFromInline typealias RequestBuffer = UnsafeBufferPointer<Effect.State>

/// The requests in which two states differ.
struct RequestDifference {
  // SAFETY: both buffers are valid during the call of `Supervisor.change` that makes the difference; neither the
  // difference nor its slices outlive that call.
  typealias Requests = (old: Slice<RequestBuffer>, new: Slice<RequestBuffer>)

  /// All requests of both states.
  let all: Requests
  /// The requests without those that are the same at the beginning and at the end of both states.
  let changed: Requests

  var isEmpty: Bool { changed.old.isEmpty && changed.new.isEmpty }

  init(from old: RequestBuffer, to new: RequestBuffer) {
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start].asksTheSame(as: new[start]) { start += 1 }
    var end = 0
    while end < shorter - start, old[old.count - 1 - end].asksTheSame(as: new[new.count - 1 - end]) { end += 1 }
    all = (old[...], new[...])
    changed = (old[start..<(old.count - end)], new[start..<(new.count - end)])
  }

  /// A difference whose requests have been compared already. Where any identity stands twice they must be all there are.
  init(between old: RequestBuffer, _ new: RequestBuffer) {
    all = (old[...], new[...])
    changed = all
  }
}

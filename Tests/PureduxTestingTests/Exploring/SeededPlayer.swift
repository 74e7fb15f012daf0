import PureduxEffects
import PureduxTesting

/// A music player, with a mistake if a bug is given.
struct Player: Sendable {
  enum Bug: CaseIterable {
    case removeBefore, removeLast, seekPastEnd, seekNegative, shuffleForgets, positionNotSaved, playsNothing, overflows
  }

  enum Action: Sendable, Equatable {
    case play, pause, next, previous, tick, add, shuffle, unshuffle
    case seek(by: Int)
    case remove(Int)
  }

  let bug: Bug?
  var tracks = [1, 2, 3]
  /// The tracks in the order in which they are played.
  var queue = [1, 2, 3]
  var index = 0
  var position = 0
  var isPlaying = false
  var lastTrack = 3

  var current: Int? { queue.indices.contains(index) ? queue[index] : nil }
  func length(of track: Int) -> Int { 20 + track }

  mutating func reduce(_ action: Action) {
    switch action {
    case .play: isPlaying = current != nil
    case .pause: isPlaying = false
    case .next: move(to: index + 1)
    case .previous: move(to: index - 1)
    case .tick:
      guard isPlaying, let current else { return }
      position += 1
      if position > length(of: current) { move(to: index + 1) }
    case .add:
      lastTrack += 1
      tracks.append(lastTrack)
      if bug == .overflows, queue.count == 9 { return }
      if bug != .shuffleForgets || queue == tracks.dropLast() { queue.append(lastTrack) }
    case .shuffle: reorder(queue.reversed())
    case .unshuffle: reorder(bug == .shuffleForgets ? queue.sorted() : tracks)
    case .seek(let seconds):
      guard let current else { return }
      position += seconds
      if bug != .seekNegative { position = max(position, 0) }
      if bug != .seekPastEnd { position = min(position, length(of: current)) }
    case .remove(let track): remove(track)
    }
  }

  private mutating func move(to index: Int) {
    guard queue.indices.contains(index) else { return (isPlaying, position) = (false, 0) }
    (self.index, position) = (index, 0)
  }

  private mutating func reorder(_ queue: [Int]) {
    let current = current
    self.queue = queue
    index = current.flatMap { queue.firstIndex(of: $0) } ?? 0
  }

  private mutating func remove(_ track: Int) {
    guard let place = queue.firstIndex(of: track) else { return }
    let isCurrent = place == index
    queue.remove(at: place)
    tracks.removeAll { $0 == track }
    if place < index, bug != .removeBefore { index -= 1 }
    if isCurrent { position = 0 }
    if bug != .removeLast { index = max(0, min(index, queue.count - 1)) }
    if queue.isEmpty, bug != .playsNothing { isPlaying = false }
  }

  static func exploration(_ bug: Bug?) -> Exploration<Void, StateStore<Player, Action>, Player, Action> {
    Exploration {
      StateStore<Player, Action>(Player(bug: bug)) { $0.reduce($1) }
        .effect(toggle: { $0.isPlaying }, name: "ticking") { _, dispatch in
          Effect {
            while true {
              try await StoreContext.current.clock.sleep(.seconds(1))
              dispatch(.tick)
            }
          }.asDaemon()
        }
    } actions: { player in
      [.play, .pause, .next, .previous, .add, .shuffle, .unshuffle, .seek(by: 15), .seek(by: -15)]
        + player.tracks.map { .remove($0) }
    }
    .always("the index is in the queue") { $0.state.queue.isEmpty || $0.state.queue.indices.contains($0.state.index) }
    .always("the queue has all tracks", { $0.state.queue.sorted() }, equals: { $0.state.tracks.sorted() })
    .always("the position is in the track") { moment in
      moment.state.current.map { (0...moment.state.length(of: $0)).contains(moment.state.position) } ?? true
    }
    .always("something plays") { !$0.state.isPlaying || $0.state.current != nil }
    .everyTurn("removing another track does not change the current one") { before, action, after in
      guard case .remove(let track)? = action, track != before.current else { return true }
      return before.current == after.current
    }
    .saves(\.saved)
  }

  /// The saved part.
  struct Saved: Codable {
    var tracks: [Int]
    var queue: [Int]
    var index: Int
    var position: Int
    var lastTrack: Int
  }

  var saved: Saved {
    get { Saved(tracks: tracks, queue: queue, index: index, position: position, lastTrack: lastTrack) }
    set {
      (tracks, queue, index) = (newValue.tracks, newValue.queue, newValue.index)
      lastTrack = newValue.lastTrack
      position = bug == .positionNotSaved ? 0 : newValue.position
    }
  }
}

import BenchmarkPeers

extension Workload {
  /// The same workload, performed by another library's program.
  func performed(by peer: PeerProgram) -> Workload {
    Workload("\(name) \(peer.name)", "… with \(peer.name)", actions: actions, beside: name) { meter in
      do {
        guard let nanoseconds = try peer.nanoseconds(for: name) else {
          return meter.skip("\(peer.name) does not have it")
        }
        meter.take(nanoseconds)
      } catch {
        meter.skip("\(error)")
      }
    }
  }
}

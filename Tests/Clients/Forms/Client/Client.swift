import Puredux

/// Runs every form, in the language mode of its module.
@main
enum Client {
  static func main() async {
    await checkInjection()
    await checkEffects()
    await checkBindings()
    print("\(#fileID.prefix { $0 != "/" }): every form did what it says")
  }
}

nonisolated func check(_ isTrue: Bool, file: String = #fileID, line: Int = #line) {
  precondition(isTrue, "\(file) line \(line)")
}

extension Store {
  /// Returns the first state like this.
  func first(where isReached: @escaping @Sendable (State) -> Bool) async -> State {
    await withCheckedContinuation { continuation in
      subscribe(
        observer: Observer { state in
          guard isReached(state) else { return .active }
          continuation.resume(returning: state)
          return .dead
        })
    }
  }
}

// Each comment contains the column of a compiler error, and its message.
import Puredux

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
nonisolated func readElsewhere(_ model: StoreModel<[Int], Int>) -> Int {
  model.count  // 8: main actor-isolated subscript 'subscript(dynamicMember:)'
}

/// https://developer.apple.com/documentation/swiftui/transaction
public struct Transaction {
  /// https://developer.apple.com/documentation/swiftui/transaction/disablesanimations
  public var disablesAnimations = false

  public init() {}
}

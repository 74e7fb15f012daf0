// No other file in this module imports Foundation. FoundationEssentials is sufficient where it is available.
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An identity that is unique by default, and reproducible when seeded.
///
/// Creating an identity from a counter takes a few nanoseconds; creating a `UUID` takes microseconds on Linux.
public struct Identity: Hashable, Codable, Sendable {
  private let source: UInt64
  private let number: UInt64

  package init(source: UInt64, number: UInt64) {
    self.source = source
    self.number = number
  }

  /// Creates the next identity of the current context.
  public init() { self = StoreContext.current.identities.next() }

  /// Returns a pseudorandom number that depends only on this identity and `number`.
  package func spread(with number: UInt64) -> UInt64 {
    IdentitySource.mix(source ^ IdentitySource.mix(self.number ^ IdentitySource.mix(number)))
  }
}

extension Identity {
  /// Hashes for dictionaries and sets in a fifth of the time of the standard hash.
  ///
  /// The seed of the process is random, so identities in decoded data cannot be crafted to collide.
  public func _rawHashValue(seed: Int) -> Int {
    Int(truncatingIfNeeded: spread(with: Self.hashSeed ^ UInt64(truncatingIfNeeded: seed)))
  }

  private static let hashSeed = UInt64(truncatingIfNeeded: 0.hashValue)
}

extension Identity {
  /// The whole identity as 32 hexadecimal digits, for example to use as a request's idempotency key.
  public var text: String {
    [source, number].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Creates an identity from a UUID. Its `text` has the digits of the UUID.
  public init(_ uuid: UUID) {
    // SAFETY: a UUID has 16 bytes. Each load reads eight bytes and requires no alignment.
    let (first, second) = withUnsafeBytes(of: uuid.uuid) {
      ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
    self.init(source: UInt64(bigEndian: first), number: UInt64(bigEndian: second))
  }
}

extension Identity: CustomStringConvertible {
  /// A short form for logs: the last hexadecimal digits of `source`, followed by `number`.
  public var description: String { String(source & 0xFFFF, radix: 16) + "-" + String(number, radix: 16) }
}

/// Creates identities from a seed and a counter.
///
/// Sources with the same seed create the same identities in the same order.
public final class IdentitySource: Sendable {
  private let seed: UInt64
  private let count = Guarded<UInt64>(0)
  /// The seed of the source from which this source was split, if any.
  fileprivate let origin: UInt64?

  /// Creates a source from a seed. Without a seed, the identities are unpredictable.
  public convenience init(seed: UInt64 = .random(in: .min ... .max)) { self.init(seed: seed, origin: nil) }

  private init(seed: UInt64, origin: UInt64?) {
    self.seed = seed
    self.origin = origin
  }

  /// Returns an identity that this source has not created before.
  package func next() -> Identity {
    let (source, number) = DrawnValues.identity { (seed, advance()) }
    return Identity(source: source, number: number)
  }

  /// Returns a source for a store tree, so that trees do not affect each other's identities.
  package func split() -> IdentitySource {
    IdentitySource(seed: Self.mix(seed &+ Self.mix(advance())), origin: seed)
  }

  /// Returns a source that will create the same identities as this source.
  package func fork() -> IdentitySource {
    let fork = IdentitySource(seed: seed)
    let made = count.withLock { $0 }
    fork.count.withLock { $0 = made }
    return fork
  }

  private func advance() -> UInt64 {
    count.withLock {
      $0 += 1
      return $0
    }
  }

  /// Mixes the bits of a number, using the SplitMix64 finalizer.
  package static func mix(_ number: UInt64) -> UInt64 {
    var z = number &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension IdentitySource: OverlaidContextValue {
  /// Returns `below` if `below` was split from this source; otherwise, returns this source. As a result, the child
  /// stores of a tree keep using the tree's source.
  package func overlaid(on below: any Sendable) -> any Sendable {
    if let below = below as? IdentitySource, below.origin == seed { below } else { self }
  }
}

extension StoreContext {
  private enum IdentitiesKey: StoreContextKey {
    static let defaultValue: IdentitySource? = nil
  }

  private static let processIdentities = IdentitySource()

  /// The source of identities; by default, a process-wide random source.
  public var identities: IdentitySource {
    get { self[IdentitiesKey.self] ?? Self.processIdentities }
    set { self[IdentitiesKey.self] = newValue }
  }

  /// The seed from which the identities of this context's tree are derived; nil if no source was set.
  package var seedOfIdentities: UInt64? { self[IdentitiesKey.self]?.origin }

  /// Returns the context for a new tree. If a source of identities was set, the tree gets its own source, split from
  /// that source.
  package func capturedByRoot() -> StoreContext {
    guard let source = self[IdentitiesKey.self] else { return self }
    var result = self
    result.identities = source.split()
    return result
  }
}

@available(*, deprecated, message: "Pass the closure to `subscribe`, and retain the subscription that it returns.")
extension Observer {
  /// Creates an observer that is called until it returns `.dead` or the store is released.
  ///
  /// - Parameters:
  ///   - id: A store treats observers with the same id as the same observer. If `id` is nil, a unique id is created.
  ///   - observe: Called after the reducers, on the store's runner.
  public init(id: UUID? = nil, observe: @escaping @Sendable (_ state: State) -> ObserverStatus) {
    self.init(identity: id.map(Identity.init) ?? Identity(), observe: observe)
  }
}

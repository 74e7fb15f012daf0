// swift-tools-version: 6.0
import PackageDescription

/// Another library, and the program that performs the workloads with it.
struct Peer {
  let name: String
  let package: Package.Dependency
  let product: Target.Dependency
}

let peers = [
  Peer(
    name: "Puredux2", package: .package(url: "https://github.com/KazaiMazai/Puredux.git", exact: "2.2.1"),
    product: .product(name: "Puredux", package: "Puredux")),
  Peer(
    name: "ReSwift",
    package: .package(url: "https://github.com/ReSwift/ReSwift.git", .upToNextMinor(from: "6.1.0")),
    product: .product(name: "ReSwift", package: "ReSwift")),
  Peer(
    name: "Mobius",
    // 0.7.0 does not compile with Swift 6.3.
    package: .package(url: "https://github.com/spotify/Mobius.swift.git", revision: "999fc2d"),
    product: .product(name: "MobiusCore", package: "Mobius.swift")),
  Peer(
    name: "OneWay",
    package: .package(url: "https://github.com/DevYeom/OneWay.git", .upToNextMinor(from: "3.0.0")),
    product: .product(name: "OneWay", package: "OneWay")),
  Peer(
    name: "TCA",
    package: .package(
      url: "https://github.com/pointfreeco/swift-composable-architecture.git", .upToNextMinor(from: "1.25.0")),
    product: .product(name: "ComposableArchitecture", package: "swift-composable-architecture")),
]

// With PEERS=ReSwift,OneWay, these libraries are fetched. Without it, nothing is fetched, and only the programs without
// a third-party library are built. The package of Puredux 2 has the same name as this one, so each of the two is built
// without the other.
let wanted = Context.environment["PEERS"]?.split(separator: ",").map(String.init) ?? []
let chosen = peers.filter { wanted.contains($0.name) }
let hasOurs = !wanted.contains("Puredux2")

let package = Package(
  name: "Peers",
  // Puredux 2.2.1 requires macOS 14.
  platforms: [.macOS(hasOurs ? .v13 : .v14)],
  dependencies: (hasOurs ? [.package(name: "PureduxHere", path: "../..")] : []) + chosen.map(\.package),
  targets: [
    .target(name: "Workloads"),
    .executableTarget(name: "LockedReducerProgram", dependencies: ["Workloads"], path: "Sources/LockedReducer"),
  ]
    + (hasOurs
      ? [
        .executableTarget(
          name: "PureduxProgram", dependencies: ["Workloads", .product(name: "PureduxCore", package: "PureduxHere")],
          path: "Sources/Puredux")
      ] : [])
    + chosen.map { peer in
      .executableTarget(
        name: "\(peer.name)Program", dependencies: ["Workloads", peer.product], path: "Sources/\(peer.name)",
        swiftSettings: [.swiftLanguageMode(.v5)])
    },
  swiftLanguageModes: [.v6]
)

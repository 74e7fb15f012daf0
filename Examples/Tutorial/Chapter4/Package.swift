// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Issues",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "Puredux", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Issues",
      dependencies: [
        .product(name: "Puredux", package: "Puredux"),
        .product(name: "PureduxCases", package: "Puredux"),
        .product(name: "PureduxHistory", package: "Puredux"),
      ]),
    .testTarget(
      name: "IssuesTests",
      dependencies: ["Issues", .product(name: "PureduxTesting", package: "Puredux")]),
  ]
)

// swift-tools-version: 6.0
import PackageDescription

// Logs that services outside of the library give their order: a database, and distributed actors. A package of its own,
// so that the library depends on neither. Without the headers of libpq, there is no log in a database.
let hasPostgres = Context.environment["PUREDUX_WITHOUT_POSTGRESQL"] == nil
let replica: Target.Dependency = .product(name: "PureduxReplica", package: "Puredux")

let package = Package(
  name: "Engines",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Puredux", path: "../..")],
  targets: [
    .target(name: "DistributedLog", dependencies: [replica]),
    .executableTarget(
      name: "Engines", dependencies: [replica, "DistributedLog"] + (hasPostgres ? ["PostgresLog"] : [])),
  ]
    + (hasPostgres
      ? [
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(name: "PostgresLog", dependencies: [replica, "CPostgres"]),
      ] : []),
  swiftLanguageModes: [.v6]
)

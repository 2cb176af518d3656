// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "swift-geofence",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Geofencing", targets: ["Geofencing"]),
        .executable(name: "geofence", targets: ["geofence"]),
    ],
    traits: [
        .trait(name: "CommandLine", description: "The geofence command: pulls in swift-argument-parser."),
        .default(enabledTraits: ["CommandLine"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .systemLibrary(
            name: "CGEOS",
            pkgConfig: "geos",
            providers: [.apt(["libgeos-dev"]), .brew(["geos"])]
        ),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .target(name: "GEOS", dependencies: ["CGEOS"], swiftSettings: strict),
        .target(
            name: "Geofencing",
            dependencies: ["GEOS", "CZlib", .product(name: "Logging", package: "swift-log")],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "geofence",
            dependencies: [
                "Geofencing",
                "GEOS",
                .product(name: "Logging", package: "swift-log"),
                .product(
                    name: "ArgumentParser",
                    package: "swift-argument-parser",
                    condition: .when(traits: ["CommandLine"])
                ),
            ],
            swiftSettings: strict
        ),
        .target(name: "TestSupport", dependencies: ["Geofencing"], path: "Tests/TestSupport", swiftSettings: strict),
        .testTarget(name: "GEOSTests", dependencies: ["GEOS", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "GeofencingTests",
            dependencies: ["Geofencing", "GEOS", "TestSupport", .product(name: "Logging", package: "swift-log")],
            swiftSettings: strict
        ),
        .testTarget(
            name: "geofenceTests",
            dependencies: ["geofence", "Geofencing", "TestSupport"],
            exclude: ["Snapshots"],
            swiftSettings: strict
        ),
    ]
)

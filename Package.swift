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
    platforms: [.macOS(.v26)],
    products: [
        .library(name: "Geofencing", targets: ["Geofencing"]),
        .library(name: "GeofencingMetrics", targets: ["GeofencingMetrics"]),
        .library(name: "GeofencingStore", targets: ["GeofencingStore"]),
        .executable(name: "geofence", targets: ["geofence"]),
    ],
    traits: [
        .trait(name: "CommandLine", description: "The geofence command: pulls in swift-argument-parser."),
        .trait(name: "Metrics", description: "The module GeofencingMetrics: pulls in swift-metrics."),
        .trait(name: "Store", description: "The module GeofencingStore: pulls in GRDB."),
        .default(enabledTraits: ["CommandLine", "Metrics", "Store"]),
    ],
    dependencies: [
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        // Only for `swift package generate-documentation`; no product needs it, so packages that depend on this one do
        // not get it.
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CGEOS",
            pkgConfig: "geos",
            providers: [.apt(["libgeos-dev"]), .brew(["geos"])]
        ),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(name: "CPrefetch"),
        .target(name: "GEOS", dependencies: ["CGEOS"], swiftSettings: strict),
        .target(
            name: "Geofencing",
            dependencies: [
                "GEOS",
                "CPrefetch",
                "CZlib",
                .product(name: "Histogram", package: "hdrhistogram-swift"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "GeofencingMetrics",
            dependencies: [
                "Geofencing",
                .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "GeofencingStore",
            dependencies: [
                "Geofencing",
                "GEOS",
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Store"])),
                .product(name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: ["Store"])),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "geofence",
            dependencies: [
                "Geofencing",
                "GeofencingStore",
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
        .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
        .target(name: "TestSupport", dependencies: ["Geofencing"], path: "Tests/TestSupport", swiftSettings: strict),
        .testTarget(name: "GEOSTests", dependencies: ["GEOS", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "GeofencingTests",
            dependencies: [
                "Geofencing",
                "GEOS",
                "CAllocationCounter",
                "TestSupport",
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "GeofencingMetricsTests",
            dependencies: [
                "Geofencing",
                "GeofencingMetrics",
                "TestSupport",
                .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
                .product(name: "MetricsTestKit", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "GeofencingStoreTests",
            dependencies: [
                "Geofencing",
                "GeofencingStore",
                "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Store"])),
            ],
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

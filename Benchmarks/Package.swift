// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "swift-geofence-benchmarks",
    platforms: [.macOS(.v26)],
    dependencies: [
        // Without traits there is no allocator to preload, so only wall clock, throughput and memory are measured.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.0", traits: []),
        .package(name: "swift-geofence", path: "../", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "GeofencingBenchmarks",
            dependencies: [
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "Geofencing", package: "swift-geofence"),
            ],
            path: "GeofencingBenchmarks",
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ],
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        )
    ]
)

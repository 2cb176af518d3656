// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "swift-geofence", path: "..", traits: [])],
    targets: ["LiveStream", "WhatIf"].map { name in
        .executableTarget(name: name, dependencies: [.product(name: "Geofencing", package: "swift-geofence")])
    }
)

// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-geofence", path: "..", traits: ["Store"])],
    targets: ["LiveStream", "WhatIf"].map { name in
        .executableTarget(name: name, dependencies: [.product(name: "Geofencing", package: "swift-geofence")])
    } + [
        .executableTarget(
            name: "SavedGeofences",
            dependencies: [
                .product(name: "Geofencing", package: "swift-geofence"),
                .product(name: "GeofencingStore", package: "swift-geofence"),
            ]
        )
    ]
)

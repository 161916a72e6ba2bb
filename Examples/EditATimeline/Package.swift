// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "EditATimeline",
    // Outside of this repository: .package(url: "<the repository's address>", from: "0.2.0")
    dependencies: [.package(name: "pagereel", path: "../..")],
    targets: [
        .executableTarget(
            name: "EditATimeline", dependencies: [.product(name: "Timeline", package: "pagereel")], path: ".")
    ]
)

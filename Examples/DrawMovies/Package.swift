// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "DrawMovies",
    // Outside of this repository: .package(url: "<the repository's address>", from: "0.2.0")
    dependencies: [.package(name: "pagereel", path: "../..")],
    targets: [
        .executableTarget(
            name: "DrawMovies", dependencies: [.product(name: "Movies", package: "pagereel")], path: ".")
    ]
)

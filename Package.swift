// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// Packages that depend on this one get the engine from a plugin, for which SwiftPM builds it once more. The Makefile
// saves this package that time.
let enginePlugins: [Target.PluginUsage] =
    Context.environment["PAGEREEL_NO_ENGINE_PLUGIN"] == nil ? [.plugin(name: "EngineFiles")] : []

// Debian's hardening, for all C in the built files: canaries on the stack, and checks of buffers' sizes in calls of the
// C library. Those need optimization, so debug builds have it too; tests then run what is released.
let hardened: [CSetting] = [
    .define("_GNU_SOURCE"), .define("_FORTIFY_SOURCE", to: "3"), .unsafeFlags(["-fstack-protector-strong"]),
    .unsafeFlags(["-O2"], .when(configuration: .debug)),
]
// All functions of other libraries are looked up at the start, so that their addresses are read-only from then on; the
// stack is never executable. LLD is in the toolchain. GNU ld, which Swift uses where Debian has no gold linker, puts
// constants beside variables, and leaves these addresses writable.
let hardenedLink: LinkerSetting = .unsafeFlags(
    ["-use-ld=lld"] + ["relro", "now", "noexecstack"].flatMap { ["-Xlinker", "-z", "-Xlinker", $0] })

let package = Package(
    name: "pagereel",
    products: [
        .executable(name: "pagereel", targets: ["CLI"]),
        // The process that renders a page; pagereel starts it.
        .executable(name: "pagereel-engine", targets: ["pagereel-engine"]),
        // With the modules that its declarations use, because nothing is re-exported.
        .library(name: "PageSampler", targets: ["PageSampler", "Encoder", "EngineLink", "Frames", "LibAV"]),
        .library(
            name: "Recorder",
            targets: ["Recorder", "PageSampler", "Decoder", "Encoder", "EngineLink", "Files", "Frames", "LibAV"]),
        .library(name: "Movies", targets: ["Movies", "Composition", "Decoder", "Encoder", "Files", "Frames", "LibAV"]),
        .library(
            name: "Timeline",
            targets: [
                "Timeline", "Recorder", "Composition", "Encoder", "EngineLink", "Files", "Frames", "LibAV",
            ]),
        // Preloaded into WebKit's web process, never linked.
        .library(name: "PageProcess", type: .dynamic, targets: ["PageProcess"]),
        // A GStreamer plugin, loaded into the same process.
        .library(name: "PageSound", type: .dynamic, targets: ["PageSound"]),
        // Preloaded by tests.
        .library(name: "EngineFaults", type: .dynamic, targets: ["EngineFaults"]),
    ],
    dependencies: [
        // Help and UsageError rewrite its messages.
        .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.2")),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
        // Builds the documentation of the library products; nothing is linked to it.
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
    ],
    targets: [
        // C libraries; each is used by either the page's side or the file's side, never both.
        .systemLibrary(
            name: "CWebKitGTK", path: "Sources/C/WebKitGTK", pkgConfig: "webkit2gtk-4.1",
            providers: [.apt(["libwebkit2gtk-4.1-dev"])]),
        .systemLibrary(
            name: "CRubberBand", path: "Sources/C/RubberBand", pkgConfig: "rubberband",
            providers: [.apt(["librubberband-dev"])]),
        .systemLibrary(
            name: "CGIO", path: "Sources/C/GIO", pkgConfig: "gio-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(
            name: "CPango", path: "Sources/C/Pango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(
            name: "CWebP", path: "Sources/C/WebP", pkgConfig: "libwebpdemux", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(
            name: "CLCMS", path: "Sources/C/LCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
        .systemLibrary(name: "CDRM", path: "Sources/C/DRM", pkgConfig: "libdrm", providers: [.apt(["libdrm-dev"])]),
        .systemLibrary(
            name: "CGStreamer", path: "Sources/C/GStreamer", pkgConfig: "gstreamer-audio-1.0",
            providers: [.apt(["libgstreamer-plugins-base1.0-dev"])]),
        // FFmpeg's headers and lazy loading: nothing is linked to its libraries.
        .target(name: "CLibAV", path: "Sources/C/LibAV", cSettings: hardened),
        // Libraries for more formats of pictures, and their lazy loading: nothing is linked to them but Cairo.
        .target(
            name: "CPictureLibraries", dependencies: ["CPango"], path: "Sources/C/PictureLibraries",
            cSettings: hardened),
        // System calls that glibc or Swift does not offer, and child processes.
        .target(name: "CSystemCalls", path: "Sources/C/SystemCalls", cSettings: hardened),
        // Loops over pixels: conversion and compositing.
        .target(name: "CPixels", path: "Sources/C/Pixels", cSettings: hardened),
        // Functions that replace other libraries' functions in the engine's process; see
        // stand_in.h.
        .target(
            name: "CPageHost", dependencies: ["CDRM", "CGIO", "CWebKitGTK"], path: "Sources/C/PageHost",
            cSettings: hardened + [.headerSearchPath("../PageClock")],
            // GTK itself is linked to it.
            linkerSettings: [.linkedLibrary("epoxy")]),

        // Memory shared between the engine and the page's process, and the library preloaded
        // into that process: its time, pictures, OpenGL and random numbers.
        .systemLibrary(name: "CPageClock", path: "Sources/C/PageClock"),
        .target(
            name: "PageProcess",
            cSettings: hardened + [
                .headerSearchPath("../C/PageClock"), .headerSearchPath("."), .headerSearchPath("Time"),
                .headerSearchPath("Pictures"), .headerSearchPath("OpenGL"), .headerSearchPath("Players"),
            ],
            // The web process's sandbox has no Swift runtime to load.
            linkerSettings: [
                .linkedLibrary("dl"), .unsafeFlags(["-nostartfiles", "-static-stdlib"]), hardenedLink,
            ]),

        // The audio sink that passes the page's sound to the recorder.
        .target(
            name: "PageSound", dependencies: ["CGStreamer"],
            cSettings: hardened + [.headerSearchPath("../C/PageClock")],
            linkerSettings: [.unsafeFlags(["-nostartfiles", "-static-stdlib"]), hardenedLink]),

        // What people write and read: YAML with line numbers, the forms of values, amounts, spelling.
        .target(name: "Notation", dependencies: ["Frames", .product(name: "Yams", package: "Yams")]),

        // Outputs that appear whole or not at all, temporary files and folders, locks.
        .target(name: "Files", dependencies: ["Frames", "CSystemCalls"]),

        // Lists of recordings: the rows of CSV, JSON Lines and YAML files, templates, filters, checks.
        .target(
            name: "Manifest", dependencies: ["Files", "Notation", .product(name: "Yams", package: "Yams")]),

        // Runs of many recordings: their journals, and how they are scheduled.
        .target(name: "Batch", dependencies: ["Files", "Frames", "Notation", "CGIO"]),

        // Batches as jobs of clusters.
        .target(
            name: "Clusters",
            dependencies: [
                "Files", "Notation", .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "Yams", package: "Yams"),
            ]),

        // The path of a frame: from the page, through the frames, to the file.
        .target(name: "Frames"),
        // The protocol between the command and the engine, and starting and ending an engine.
        .target(
            name: "EngineLink",
            dependencies: ["Files", "Frames", "Notation", "CSystemCalls", "CGIO"]),
        .target(
            name: "PageRenderer",
            dependencies: [
                "EngineLink", "Frames", "CGIO", "CGStreamer", "CWebKitGTK", "CPageHost", "CPageClock", "CSystemCalls",
            ]),
        // Named as its product, because a plugin can depend on it only then.
        .executableTarget(
            name: "pagereel-engine", dependencies: ["BarCode", "EngineLink", "Frames", "Notation", "PageRenderer"],
            path: "Sources/Engine", linkerSettings: [hardenedLink]),
        // Brings the engine to packages that depend on this one.
        .plugin(name: "EngineFiles", capability: .buildTool(), dependencies: ["pagereel-engine"]),
        // Frames of a page, through an engine.
        .target(name: "PageSampler", dependencies: ["EngineLink", "Frames"], plugins: enginePlugins),
        // Wrappers of libav's handles, its errors, scaling and colors.
        .target(
            name: "LibAV",
            dependencies: ["Files", "Frames", "CPixels", "CLibAV", "CSystemCalls"]),
        // Decoding: file in, frames and sound out.
        .target(
            name: "Decoder",
            dependencies: [
                "Files", "Frames", "LibAV", "Notation", "CLCMS", "CLibAV", "CPictureLibraries", "CWebP",
            ]),
        // Encoding: frames and sound in, file out.
        .target(
            name: "Encoder",
            dependencies: [
                "Composition", "Decoder", "Files", "Frames", "LibAV", "CLibAV", "CSystemCalls",
                .product(name: "Logging", package: "swift-log"),
            ]),
        // Live Photos and Motion Photos: their file formats and the jobs that create them.
        .target(name: "Photos", dependencies: ["Decoder", "Encoder", "Files", "Frames", "LibAV", "CLibAV"]),
        // The bar code by which a page shows its time in pixels, and its reader.
        .target(name: "BarCode"),
        .target(
            name: "Recorder",
            dependencies: [
                "Decoder", "Encoder", "EngineLink", "Files", "Frames", "LibAV", "Notation", "PageSampler",
                .product(name: "Subprocess", package: "swift-subprocess"),
            ]),
        // Pictures on a canvas: their layout, motion and transitions.
        .target(name: "Composition", dependencies: ["Frames", "CPixels"]),
        // Movies of any frames, and queues of them.
        .target(name: "Movies", dependencies: ["Decoder", "Encoder", "Files", "Frames", "LibAV"]),
        // Clips, overlays, titles and sounds, from a description to files.
        .target(
            name: "Timeline",
            dependencies: [
                "Composition", "Decoder", "Encoder", "EngineLink", "Files", "Frames", "LibAV", "Notation",
                "PageSampler", "Recorder", "CPango", "CRubberBand", "CSystemCalls",
                .product(name: "Yams", package: "Yams"),
            ]),
        // Timelines in the format of other editors.
        .target(
            name: "Interchange",
            dependencies: [
                "Composition", "Decoder", "Files", "Frames", "Notation", "Timeline",
                .product(name: "Yams", package: "Yams"),
            ]),
        // Comparison of a page's rendering with a reference picture.
        .target(
            name: "PictureComparison", dependencies: ["Decoder", "Encoder", "Files", "Frames", "Notation", "CPango"]),
        // Serves a local folder to pages over HTTP.
        .target(
            name: "PageServer",
            dependencies: [
                "Notation", .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ]),
        // Plays a timeline in a browser.
        .target(
            name: "TimelinePlayer",
            dependencies: [
                "Encoder", "Frames", "LibAV", "PageServer", "Timeline",
                .product(name: "FlyingFox", package: "FlyingFox"), .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            resources: [.embedInCode("Resources")]),
        // Desktop notifications.
        .target(name: "Notifier", dependencies: ["CGIO"]),
        // HTML pages in one file: escaping, policy, and the look that they share.
        .target(name: "HTMLPages", dependencies: ["Notation", "CGIO"], resources: [.embedInCode("Resources")]),
        // What is written of a run: a page that shows it, and the page's requests.
        .target(
            name: "Reports", dependencies: ["EngineLink", "Frames", "HTMLPages", "Notation"],
            resources: [.embedInCode("Resources")]),
        // Operations on finished recordings.
        .target(
            name: "RecordingLibrary",
            dependencies: ["Decoder", "Encoder", "Files", "Frames", "HTMLPages", "LibAV", "Notation"],
            resources: [.embedInCode("Resources")]),
        .executableTarget(
            name: "CLI",
            dependencies: [
                "Batch", "Clusters", "Composition", "Decoder", "Encoder", "EngineLink", "Files", "Frames",
                "HTMLPages", "Interchange", "LibAV", "Manifest", "Movies", "Notation", "Notifier", "PageSampler",
                "PageServer", "Photos", "PictureComparison", "Recorder", "RecordingLibrary", "Reports", "Timeline",
                "TimelinePlayer",
                "CSystemCalls",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"), .product(name: "Yams", package: "Yams"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            linkerSettings: [hardenedLink]),

        // Examples of using the products from other programs. Each is also a package, which `make client-test` builds.
        // docs/swift.md shows it.
        .executableTarget(
            name: "SampleAPage", dependencies: ["Encoder", "EngineLink", "Frames", "PageSampler"],
            path: "Examples/SampleAPage", exclude: ["Package.swift"]),
        // README.md shows it.
        .executableTarget(
            name: "RecordAPage", dependencies: ["Encoder", "EngineLink", "Frames", "PageSampler", "Recorder"],
            path: "Examples/RecordAPage", exclude: ["Package.swift"]),
        // docs/images.md shows it.
        .executableTarget(
            name: "DrawMovies", dependencies: ["Composition", "Encoder", "Frames", "Movies"],
            path: "Examples/DrawMovies", exclude: ["Package.swift"]),
        // docs/swift.md shows it.
        .executableTarget(
            name: "EditATimeline", dependencies: ["Composition", "Frames", "LibAV", "Timeline"],
            path: "Examples/EditATimeline", exclude: ["Package.swift"]),

        // Measures how fast recordings are; `make benchmark` runs it.
        .systemLibrary(name: "CSubreaper", path: "Benchmarks/CSubreaper"),
        .executableTarget(
            name: "Benchmark",
            dependencies: [
                "CSubreaper", "Encoder", "EngineLink", "Frames", "LibAV", "PageRenderer", "Recorder", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Benchmarks/Benchmark"),
        // The rules for imports between modules.
        .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"]),
        .testTarget(name: "BenchmarkTests", dependencies: ["Benchmark", "EngineLink", "Recorder", "TestSupport"]),

        .testTarget(name: "FramesTests", dependencies: ["Frames"]),
        .testTarget(name: "FilesTests", dependencies: ["Files", "TestSupport"]),
        .testTarget(
            name: "NotationTests", dependencies: ["Frames", "Notation", .product(name: "Yams", package: "Yams")]),
        .testTarget(name: "ManifestTests", dependencies: ["Files", "Manifest", "TestSupport"]),
        .testTarget(name: "BatchTests", dependencies: ["Batch", "Files", "Frames", "TestSupport"]),
        .testTarget(
            name: "ClustersTests",
            dependencies: [
                "Clusters", "Files", "TestSupport", .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "Yams", package: "Yams"),
            ]),
        .testTarget(name: "CompositionTests", dependencies: ["Composition", "Frames"]),
        .testTarget(
            name: "MoviesTests",
            dependencies: [
                "Movies", "Composition", "DrawMovies", "Encoder", "Files", "Frames", "TestSupport",
                .product(name: "Subprocess", package: "swift-subprocess"),
            ]),
        // Helpers with which the tests inspect files and processes.
        .target(
            name: "TestSupport",
            dependencies: ["BarCode", .product(name: "Subprocess", package: "swift-subprocess")],
            path: "Tests/TestSupport"),
        // The test program for the preloaded library: threads that wait, GLib for its main
        // loop, OpenGL for shaders.
        .systemLibrary(
            name: "CGLib", path: "Tests/CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .executableTarget(
            name: "PageClockProbe",
            dependencies: ["CGLib"],
            path: "Tests/PageClockProbe",
            cSettings: [.define("_GNU_SOURCE"), .headerSearchPath("../../Sources/C/PageClock")],
            linkerSettings: [.linkedLibrary("epoxy")]),
        // Engines that do not keep the recorder's time, for the self-test to detect.
        .target(
            name: "EngineFaults", path: "Tests/EngineFaults", cSettings: [.define("_GNU_SOURCE")],
            linkerSettings: [.linkedLibrary("dl"), .unsafeFlags(["-nostartfiles", "-static-stdlib"])]),
        // A desktop that logs the notifications it receives.
        .executableTarget(
            name: "NotificationStandIn", dependencies: ["CGIO"], path: "Tests/NotificationStandIn"),
        .testTarget(
            name: "PageProcessTests",
            dependencies: ["TestSupport", "PageClockProbe"]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "TestSupport", "NotificationStandIn", .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ]),
        .testTarget(
            name: "EncoderTests",
            dependencies: [
                "Decoder", "Encoder", "Files", "Frames", "LibAV", "CLCMS", "CLibAV", "CPixels", "TestSupport",
                .product(name: "Subprocess", package: "swift-subprocess"),
            ]),
        .testTarget(
            name: "PhotosTests", dependencies: ["Files", "Frames", "Photos", "TestSupport"], exclude: ["Golden"]),
        .testTarget(
            name: "PictureComparisonTests",
            dependencies: ["PictureComparison", "Decoder", "Encoder", "Files", "Frames", "TestSupport"]),
        .testTarget(
            name: "TimelineTests",
            dependencies: [
                "Timeline", "Composition", "Decoder", "Encoder", "EngineLink", "Files", "Frames", "Interchange",
                "LibAV", "Movies", "Notation", "PageSampler", "Recorder", "TestSupport",
                .product(name: "Yams", package: "Yams"),
            ]),
        .testTarget(name: "PageServerTests", dependencies: ["PageServer", "TestSupport"]),
        .testTarget(
            name: "PageRendererTests",
            dependencies: [
                "TestSupport", "EngineLink", "PageRenderer", "Frames", "CPageClock", "CWebKitGTK", "CPageHost",
            ]),
        .testTarget(
            name: "PageSamplerTests",
            dependencies: ["Encoder", "EngineLink", "Frames", "PageSampler", "TestSupport"]),
        .testTarget(name: "EngineLinkTests", dependencies: ["EngineLink", "Frames", "TestSupport"]),
        .testTarget(name: "EngineTests", dependencies: ["pagereel-engine", "EngineLink"]),
        .testTarget(
            name: "CLITests",
            dependencies: [
                "Batch", "CLI", "Encoder", "EngineLink", "Files", "Frames", "LibAV", "Movies", "Notation",
                "PageSampler", "Recorder", "RecordingLibrary", "TestSupport", "Timeline",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        // Readers of bytes that others wrote: `make fuzz` fuzzes them, and the tests repeat the corpus. libFuzzer's
        // header; only `make fuzz` links it.
        .systemLibrary(name: "CFuzzer", path: "Tests/CFuzzer"),
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "Batch", "CFuzzer", "CLI", "Clusters", "Decoder", "EngineLink", "Files", "Frames", "Interchange",
                "Manifest", "Notation", "PageServer", "Photos", "Recorder", "RecordingLibrary", "TestSupport",
                "Timeline",
                .product(name: "Yams", package: "Yams"),
            ],
            exclude: ["Corpus"]),
        .testTarget(name: "HTMLPagesTests", dependencies: ["HTMLPages", "TestSupport"]),
        .testTarget(name: "ReportsTests", dependencies: ["Frames", "Reports", "TestSupport"]),
        .testTarget(
            name: "RecordingLibraryTests", dependencies: ["RecordingLibrary", "TestSupport"]),
        .testTarget(
            name: "RecorderTests",
            dependencies: [
                "TestSupport", "Decoder", "Encoder", "EngineLink", "Files", "Frames", "PageSampler", "PageServer",
                "Recorder",
                "RecordAPage", .product(name: "Subprocess", package: "swift-subprocess"),
            ]),
    ]
)

// `make fuzz` builds the readers and their fuzzer with instrumentation, and no other test.
if Context.environment["PAGEREEL_FUZZ"] != nil {
    package.targets.removeAll { $0.type == .test && $0.name != "FuzzTests" }
}

// One set of rules for all Swift targets; each setting is explained by the proposal beside it.
let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
    .strictMemorySafety(),  // SE-0458
]
let targetsInC = [
    "CLibAV", "CPageHost", "CPixels", "CSystemCalls", "EngineFaults", "PageProcess", "PageSound", "PageClockProbe",
]
for target in package.targets where ![.system, .plugin].contains(target.type) && !targetsInC.contains(target.name) {
    target.swiftSettings = swiftSettings
}

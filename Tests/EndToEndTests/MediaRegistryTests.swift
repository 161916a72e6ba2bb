import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// GStreamer's registry, which is prepared before a page needs it.
    @Suite("GStreamer's registry")
    struct MediaRegistry {
        private let folder: TemporaryFolder
        private let page: String

        init() throws {
            folder = try TemporaryFolder()
            let tone = WaveFile.tone(382, count: 24_000)
            try folder.write("tone.wav", WaveFile.data([tone, tone], sampleRate: 48_000))
            page = try folder.write("page.html", "<!doctype html><audio src=tone.wav autoplay></audio>")
        }

        /// Records the page with a home folder of its own.
        ///
        /// - Returns: The number of things that were heard.
        private func record(_ more: [String] = [], _ environment: [String: String] = [:]) async throws -> Int {
            let home = [
                "PATH": Pagereel.systemPath, "HOME": folder.path("home"), "XDG_CACHE_HOME": folder.path("cache"),
            ]
            try FileManager.default.createDirectory(atPath: folder.path("home"), withIntermediateDirectories: true)
            let outcome = try await Pagereel.run(
                ["record", page, "-o", folder.path("out.mp4"), "--overwrite", "--json", "--duration", "500ms"]
                    + TestPage.small + more, environment: home.merging(environment) { $1 })
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            return try outcome.summary.sound?.page?.streams ?? 0
        }

        private func files(in place: String) -> [String: Date] {
            let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path(place))) ?? []
            return names.filter { $0.contains("gstreamer-") }.reduce(into: [:]) { files, name in
                let attributes = try? FileManager.default.attributesOfItem(atPath: folder.path("\(place)/\(name)"))
                files[name] = attributes?[.modificationDate] as? Date
            }
        }

        @Test(
            "It is prepared once, in pagereel's cache, and pages only read it", .full,
            arguments: ["--sandbox", "--no-sandbox"])
        func once(sandbox: String) async throws {
            #expect(try await record([sandbox]) == 1)
            let first = files(in: "cache")
            #expect(first.count == 1)
            #expect(try await record([sandbox]) == 1)
            #expect(files(in: "cache") == first)
            #expect(files(in: "home") == [:], "the page's process writes no registry of its own")
        }

        @Test("It is prepared again when a plugin was added", .full)
        func changed() async throws {
            #expect(try await record() == 1)
            let plugins = ["GST_PLUGIN_PATH": folder.path("plugins")]
            try folder.write("plugins/libgstnone.so", "not a library")
            #expect(try await record([], plugins) == 1)
            #expect(files(in: "cache").count == 2)
            try folder.write("plugins/libgstother.so", "not a library either")
            #expect(try await record([], plugins) == 1)
            #expect(files(in: "cache").count == 3)
        }

        @Test("The user's own registry is used instead")
        func own() async throws {
            let registry = folder.path("own.bin")
            #expect(try await record(["--no-sandbox"], ["GST_REGISTRY": registry]) == 1)
            #expect(FileManager.default.fileExists(atPath: registry))
            #expect(files(in: "cache") == [:])
        }

        @Test("Without a cache the page sounds too", .full, arguments: ["--sandbox", "--no-sandbox"])
        func uncached(sandbox: String) async throws {
            #expect(try await record([sandbox], ["XDG_CACHE_HOME": "/dev/null/cache"]) == 1)
        }
    }
}

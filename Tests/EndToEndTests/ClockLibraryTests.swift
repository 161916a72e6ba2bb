import Foundation
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// The clock's library is installed with the executable and loaded only into the page's
    /// process.
    @Suite("The virtual clock's library")
    struct ClockLibrary {
        private static let library = "libPageProcess.so"
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
        }

        /// Copies the executable into a folder, and its engine and library to given folders.
        ///
        /// - Returns: The copied executable.
        private func install(
            in programs: String, engineIn engines: String? = nil, libraryIn libraries: String?
        ) throws -> String {
            let copy = try folder.makeFolder(programs) + "/pagereel"
            try FileManager.default.copyItem(atPath: Pagereel.executable, toPath: copy)
            try FileManager.default.copyItem(
                atPath: Pagereel.engine, toPath: try folder.makeFolder(engines ?? programs) + "/pagereel-engine")
            if let libraries {
                let built = URL(fileURLWithPath: Pagereel.executable).deletingLastPathComponent()
                try FileManager.default.copyItem(
                    atPath: built.appendingPathComponent(Self.library).path,
                    toPath: try folder.makeFolder(libraries) + "/" + Self.library)
            }
            return copy
        }

        private func record(with executable: String, _ options: [String] = []) async throws -> Pagereel.Outcome {
            let page = Fixture.page("bar-code.html?seconds=1")
            return try await Pagereel.run(
                [], wrapper: [executable, "record", page, "-o", output] + TestPage.small + options,
                appendsExecutable: false)
        }

        @Test("A missing library is an error on the virtual clock only: 69")
        func missing() async throws {
            let executable = try install(in: "bin", libraryIn: nil)
            let outcome = try await record(with: executable, ["--clock", "virtual"])
            #expect(outcome.exitCode == 69, "\(outcome.standardError)")
            for words in [Self.library, folder.path("bin/" + Self.library), "--clock realtime"] {
                #expect(outcome.standardError.contains(words), "\(outcome.standardError)")
            }
            #expect(!folder.contains("out.mp4"))
            let inRealTime = try await record(with: executable, ["--clock", "realtime"])
            #expect(inRealTime.exitCode == 0, "\(inRealTime.standardError)")
        }

        @Test(
            "The library is found next to the executable and as installed", .full,
            arguments: [("bin", "bin"), ("libexec/pagereel", "lib/pagereel")], [[], ["--no-sandbox"]])
        func found(folders: (engine: String, library: String), options: [String]) async throws {
            let executable = try install(in: "bin", engineIn: folders.engine, libraryIn: folders.library)
            let outcome = try await record(with: executable, ["--clock", "virtual"] + options)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let times = try await BarCode.times(of: output)
            #expect(times.count == 30)
            #expect(ClockPage.faults(in: times, rate: 30) { $0 == ClockPage.count(of: 1, in: $1) } == [])
        }

        @Test("A folder name with a separator of the loader is an error: 69", .full)
        func awkwardFolder() async throws {
            let outcome = try await record(
                with: try install(in: "a b", libraryIn: "a b"), ["--clock", "virtual"])
            #expect(outcome.exitCode == 69, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("spaces"), "\(outcome.standardError)")
        }

        @Test("The page's process uses the clock, the network's does not", .full, arguments: [[], ["--no-sandbox"]])
        func processes(options: [String]) async throws {
            let page = try folder.write("page.html", TestPage.endless)
            var maps: [String: String] = [:]
            let outcome = try await Pagereel.run(
                ["record", page, "-o", output, "--clock", "virtual", "--verbose"] + TestPage.small + options
            ) { recording in
                try await recording.wait(for: "tick 3.")
                for process in recording.descendants where process.name.hasPrefix("WebKit") {
                    let map = try await Tool.run("cat", ["/proc/\(process.processID)/maps"])
                    maps[process.name] = String(decoding: map, as: UTF8.self)
                }
                try recording.send(.interrupt)
            }
            #expect(outcome.exitCode == 130, "\(outcome.standardError)")
            // Number 2 if the engine was tried out before, as it is when a user records for the first time.
            let sharedTime = /\/clock-[12]\n/
            let web = try #require(maps["WebKitWebProces"])
            #expect(web.contains(Self.library))
            #expect(web.contains(sharedTime))
            let network = try #require(maps["WebKitNetworkPr"])
            #expect(!network.contains(sharedTime))
        }
    }
}

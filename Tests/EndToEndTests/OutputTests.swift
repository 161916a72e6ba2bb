import Foundation
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// The output file's path, and invalid outputs.
    @Suite("Output")
    struct Output {
        private let folder: TemporaryFolder
        private let page: String

        init() throws {
            folder = try TemporaryFolder()
            page = try folder.write("page.html", TestPage.timed(200))
        }

        private func refusal(
            _ output: String, _ options: [String] = [], wrapper: [String] = []
        ) async throws -> Pagereel.Outcome {
            let outcome = try await Pagereel.run(
                ["record", page, "-o", output] + TestPage.small + options, wrapper: wrapper)
            #expect(outcome.standardError.contains("pagereel: "), "\(outcome.standardError)")
            return outcome
        }

        @Test("An existing file is kept: 73; --overwrite replaces it")
        func existing() async throws {
            let output = try folder.write("out.mp4", "the old file")
            let refused = try await refusal(output)
            #expect(refused.exitCode == 73)
            #expect(refused.standardError.contains("--overwrite"))
            #expect(try folder.read("out.mp4") == Data("the old file".utf8))
            try await Pagereel.record(page, to: output, TestPage.small + ["--overwrite"])
            #expect(try await Probe.read(output).video != nil)
            #expect(folder.contents == ["out.mp4", "page.html"])
        }

        @Test("Missing folders are created, and a strftime pattern is filled in")
        func template() async throws {
            let before = Date()
            let summary = try await Pagereel.record(
                page, to: folder.path("reports/%Y/%Y-%m-%d %H%M%S 100%%.mp4"), TestPage.small)
            let after = Date()
            let pattern = DateFormatter()
            pattern.locale = Locale(identifier: "en_US_POSIX")
            pattern.dateFormat = "yyyy-MM-dd HHmmss"
            let name = try #require(folder.contents.first { $0.hasSuffix(".mp4") })
            #expect(summary.output == folder.path(name))
            let stamp = try #require(name.split(separator: "/").last).replacing(" 100%.mp4", with: "")
            #expect(stamp >= pattern.string(from: before.addingTimeInterval(-1)))
            #expect(stamp <= pattern.string(from: after))
            #expect(name.hasPrefix("reports/\(stamp.prefix(4))/"))
        }

        @Test("An output is relative to the working folder and follows the umask", .full)
        func relative() async throws {
            let outcome = try await Pagereel.run(
                ["record", "page.html", "-o", "sub/out.mp4", "--json"] + TestPage.small, folder: folder)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(folder.contents == ["page.html", "sub/", "sub/out.mp4"])
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("sub/out.mp4"))
            #expect(attributes[.posixPermissions] as? Int == 0o644)
        }

        @Test("A read-only working folder is no problem", .full)
        func readOnlyWorkingFolder() async throws {
            let outcome = try await Pagereel.run(
                ["record", page, "-o", folder.path("out.mp4")] + TestPage.small,
                wrapper: ["/usr/bin/env", "--chdir=/proc"])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
        }

        @Test("The page itself is rejected as output, even with --overwrite", .full)
        func outputIsPage() async throws {
            // A page may have any name; one that ends in .mp4 tests the rule about pages, not the
            // one about names.
            _ = try folder.makeFolder("sub")
            let film = try folder.write("film.mp4", TestPage.timed(200))
            let link = folder.path("link.mp4")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: film)
            let content = try folder.read("film.mp4")
            for name in [film, folder.path("sub/../film.mp4"), link] {
                for page in [film, "file://" + film] {
                    let outcome = try await Pagereel.run(["record", page, "-o", name, "--overwrite"])
                    #expect(outcome.exitCode == 64, "\(outcome.standardError)")
                    #expect(outcome.standardError.contains("page itself"), "\(outcome.standardError)")
                    #expect(try folder.read("film.mp4") == content)
                }
            }
            let ownName = try await Pagereel.run(["record", page, "-o", page, "--overwrite"])
            #expect(ownName.exitCode == 64, "\(ownName.standardError)")
            #expect(try folder.read("page.html") == Data(TestPage.timed(200).utf8))
        }

        @Test("The soundtrack is rejected as output", .full)
        func outputIsSoundtrack() async throws {
            let film = folder.path("film.mp4")
            try await Tool.run(
                "ffmpeg",
                [
                    "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x64:d=1", "-f", "lavfi", "-i", "sine=duration=1",
                    film,
                ])
            let content = try folder.read("film.mp4")
            _ = try folder.makeFolder("sub")
            for name in [film, folder.path("sub/../film.mp4")] {
                let outcome = try await refusal(name, ["--audio", film, "--overwrite"])
                #expect(outcome.exitCode == 64, "\(outcome.standardError)")
                #expect(outcome.standardError.contains("soundtrack"))
                #expect(try folder.read("film.mp4") == content)
            }
        }

        @Test("A folder, and a path through a file, cannot be created: 73")
        func impossible() async throws {
            _ = try folder.makeFolder("sub.mp4")
            for name in [folder.path("sub.mp4"), page + "/out.mp4"] {
                let outcome = try await refusal(name, ["--overwrite"])
                #expect(outcome.exitCode == 73, "\(outcome.standardError)")
            }
            #expect(folder.contents == ["page.html", "sub.mp4/"])
        }

        /// Command lines, each with an output that cannot be created; `PLACE` stands for its folder.
        ///
        /// Nothing listens at the page's address, which is status 66 when the page is loaded.
        static let unplaced: [[String]] = {
            let page = "http://127.0.0.1:9/"
            return [
                ["record", page, "-o", "PLACE/a.mp4"], ["record", page, "-o", "PLACE/new/a.gif"],
                ["record", page, "-o", "a.mp4", "--poster", "PLACE/a.png"],
                ["record", page, "-o", "a.mp4", "--save-state", "PLACE/a.json"],
                ["record", page, "-o", "a.mp4", "--do", "steps.yaml", "--storyboard", "PLACE/a"],
                ["record", page, "-o", "a.mp4", "--do", "steps.yaml", "--screenshots", "PLACE/a"],
                ["check", page, "--report", "PLACE/a.xml"], ["check", page, "--failures", "PLACE/a"],
                ["stills", page, "--at", "1s", "-o", "PLACE/a"],
                ["stills", page, "--at", "1s", "-o", "a", "--compare", "PLACE/a", "--update"],
                ["stills", page, "--at", "1s", "-o", "a", "--compare", ".", "--differences", "PLACE/a"],
                ["images", Fixture.file("images/moving-box.png"), "-o", "PLACE/a.mp4"],
                ["compose", "page.yaml", "-o", "PLACE/a.mp4"], ["compose", "page.yaml", "-o", "PLACE/a.otio"],
                ["compose", "page.yaml", "-o", "PLACE/a%05d.png"],
            ]
        }()

        @Test("An output where only the kernel creates files is refused at once: 73", arguments: unplaced)
        func kernel(command: [String]) async throws {
            _ = try folder.write("page.yaml", "video: [{page: 'http://127.0.0.1:9/', for: 1s}]")
            _ = try folder.write("steps.yaml", "- screenshot: a.png")
            let before = folder.contents
            for place in ["/proc", "/sys"] {
                let outcome = try await Pagereel.run(
                    command.map { $0.replacing("PLACE", with: place) }, folder: folder)
                #expect(outcome.exitCode == 73, "\(outcome.standardError)")
                #expect(
                    outcome.standardError.contains("only the kernel creates files there. Choose another folder."),
                    "\(outcome.standardError)")
            }
            #expect(folder.contents == before)
        }

        @Test("A log that cannot be opened is an error that says what to do, and the video is made")
        func log() async throws {
            let outcome = try await Pagereel.run(
                ["record", page, "-o", folder.path("a.mp4"), "--log", "/proc/a.jsonl"] + TestPage.small)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("/proc/a.jsonl cannot be opened: only the kernel"))
        }

        @Test("A check whose default folder of failures cannot be created passes")
        func defaultFailures() async throws {
            let outcome = try await Pagereel.run(["check", page], wrapper: ["/usr/bin/env", "--chdir=/proc"])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
        }

        @Test("A folder without write permission is an error: 73", .full)
        func noPermission() async throws {
            let locked = try folder.makeFolder("locked", permissions: 0o555)
            // Root may write anywhere, so the recorder runs as another user.
            let isRoot = NSUserName() == "root"
            let wrapper =
                isRoot ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
            for name in ["locked/out.mp4", "locked/new/out.mp4"] {
                let outcome = try await refusal(folder.path(name), wrapper: wrapper)
                #expect(outcome.exitCode == 73, "\(outcome.standardError)")
                #expect(outcome.standardError.contains(locked), "\(outcome.standardError)")
            }
            #expect(folder.contents == ["locked/", "page.html"])
        }

        @Test(
            "An output folder that is swapped for a symbolic link gets the video itself", .full,
            arguments: ["mp4", "mkv"])
        func swapped(kind: String) async throws {
            let page = try folder.write("page.html", TestPage.endless)
            let (out, other) = (try folder.makeFolder("out"), try folder.makeFolder("other"))
            let outcome = try await Pagereel.run(
                ["record", page, "-o", "\(out)/video.\(kind)", "--verbose", "--json"] + TestPage.small
            ) { recording in
                try await recording.wait(for: "tick 4.")
                try FileManager.default.moveItem(atPath: out, toPath: folder.path("moved"))
                try FileManager.default.createSymbolicLink(atPath: out, withDestinationPath: other)
                try recording.send(.interrupt)
            }
            #expect(outcome.exitCode == 130, "\(outcome.standardError)")
            #expect(folder.contains("moved/video.\(kind)") && !folder.contains("other/video.\(kind)"))
            #expect(outcome.standardOutput.contains(folder.path("moved/video.\(kind)")), "\(outcome.standardOutput)")
        }

        @Test("An output folder that is removed and made again gets the video")
        func madeAgain() async throws {
            let page = try folder.write("page.html", TestPage.endless)
            let out = try folder.makeFolder("out")
            let outcome = try await Pagereel.run(
                ["record", page, "-o", "\(out)/video.mp4", "--verbose"] + TestPage.small
            ) { recording in
                try await recording.wait(for: "tick 4.")
                try FileManager.default.removeItem(atPath: out)
                try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: false)
                try recording.send(.interrupt)
            }
            #expect(outcome.exitCode == 130, "\(outcome.standardError)")
            #expect(folder.contents == ["out/", "out/video.mp4", "page.html"])
        }

        @Test("A full disk leaves nothing: 74", .enabled(if: SmallDisk.isAvailable, "needs the right to mount"))
        func fullDisk() async throws {
            let page = try folder.write("noise.html", SmallDisk.noisyPage)
            try await SmallDisk.mounted(at: folder.makeFolder("disk"), kilobytes: 256) { disk in
                let outcome = try await Pagereel.run(
                    ["record", page, "-o", disk + "/out.mp4", "--quality", "5", "--max-duration", "30s"])
                #expect(outcome.exitCode == 74, "\(outcome.standardError)")
                #expect(
                    outcome.standardError.contains("The disk is full: '\(disk)/out.mp4'"), "\(outcome.standardError)")
                #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == [])
            }
        }
    }
}

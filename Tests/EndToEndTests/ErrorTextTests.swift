import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// What users read when the system or a library fails.
    @Suite("Texts of errors")
    struct ErrorTexts {
        /// A command that fails.
        struct Provocation: Sendable, CustomTestStringConvertible {
            let words: [String]
            let status: Int32
            /// What the message says: the file and the reason.
            let said: [String]
            var environment: [String: String] = [:]
            var wrapper: [String] = []

            var testDescription: String { words.joined(separator: " ") }
        }

        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try folder.write("page.html", TestPage.timed(100))
            try folder.write("file", "x")
            try folder.write("empty", "")
            // Not UTF-8, and no format of any kind.
            let junk = Data((0..<3000).map { UInt8(truncatingIfNeeded: 0x80 | $0 &* 37) })
            for name in ["junk", "junk.mp4", "junk.csv", "junk.png"] { try folder.write(name, junk) }
            let video = try Data(contentsOf: Fixture.repository.appending(path: "fixtures/video/moving-box.mp4"))
            try folder.write("cut.mp4", video.prefix(video.count / 2))
            let picture = try Data(contentsOf: Fixture.repository.appending(path: "fixtures/images/frame-numbers.png"))
            try folder.write("cut.png", picture.prefix(picture.count / 2))
            try folder.write("cut.wav", Data("RIFF\u{0}\u{0}\u{0}\u{0}WAVE".utf8))
            try folder.write("open.yaml", "a: [")
            try folder.write("open.csv", "title\n\"x\n")
            try folder.write("open.jsonl", "{\"title\":\n")
            for name in ["missing.mp4", "junk.mp4", "cut.mp4", "folder", "cut.wav", "cut.png"] {
                try folder.write(
                    "\(name).yaml",
                    "version: 1\ncanvas: {width: 64, height: 64, fps: 10}\nvideo:\n  - src: \(name)\n")
            }
            _ = try folder.makeFolder("folder")
            try FileManager.default.createSymbolicLink(atPath: folder.path("loop"), withDestinationPath: "loop")
        }

        private static func record(
            _ status: Int32, _ said: String..., page: String = "page.html", options: [String] = [],
            to output: String = "out.mp4", environment: [String: String] = [:], wrapper: [String] = []
        ) -> Provocation {
            Provocation(
                words: ["record", page, "-o", output] + TestPage.small + options, status: status, said: said,
                environment: environment, wrapper: wrapper)
        }

        private static func run(_ words: String, _ status: Int32, _ said: String...) -> Provocation {
            Provocation(words: words.split(separator: " ").map(String.init), status: status, said: said)
        }

        /// Errors of the C library (errno).
        private static let system = [
            record(66, "missing.html", "no such file", page: "missing.html"),
            record(66, "folder", "is a folder", page: "folder"),
            record(66, "loop", "too many levels of symbolic links", page: "loop"),
            record(66, "file/page.html", "not a directory", page: "file/page.html"),
            record(73, "file/out.mp4", "Not a directory", to: "file/out.mp4"),
            record(73, "loop/out.mp4", "Too many levels of symbolic links", to: "loop/out.mp4"),
            record(73, "/proc", "only the kernel creates files there", to: "/proc/out.mp4"),
            record(73, "File name too long", to: String(repeating: "a", count: 300) + ".mp4"),
            record(69, "/missing", "No such file or directory", environment: ["TMPDIR": "/missing"]),
            record(69, "/dev/null", "Not a directory", environment: ["TMPDIR": "/dev/null"]),
            record(69, "Xvfb", "PATH", environment: ["PATH": "/missing"]),
            record(69, "ulimit -f", wrapper: ["/usr/bin/prlimit", "--fsize=65536"]),
            record(69, "ulimit -n", wrapper: ["/usr/bin/prlimit", "--nofile=20"]),
            run("batch run open.csv --page page.html -o {title}.mp4 --journal file", 65, "file", "Not a directory"),
            run("list --library file", 65, "file"),
        ]

        /// Errors of Foundation, as it reads and writes files.
        private static let foundation = [
            record(65, "missing.js", "no such file", options: ["--script", "missing.js"]),
            record(65, "junk", "not UTF-8", options: ["--script", "junk"]),
            record(65, "folder", "is a folder", options: ["--style", "folder"]),
            record(65, "loop", "Too many levels of symbolic links", options: ["--style", "loop"]),
            record(65, "file/steps.yaml", "Not a directory", options: ["--do", "file/steps.yaml"]),
            record(78, "missing.yaml", "No such file or directory", options: ["--config", "missing.yaml"]),
            record(78, "junk", "not UTF-8", options: ["--config", "junk"]),
            record(78, "folder", "Is a directory", options: ["--config", "folder"]),
            record(78, "open.yaml", "line", options: ["--config", "open.yaml"]),
            record(66, "file", "is a file", options: ["--serve", "file"]),
            run("compose missing.yaml -o out.mp4", 65, "missing.yaml", "no such file"),
            run("compose open.yaml -o out.mp4", 65, "open.yaml, line"),
            run("compose junk -o out.mp4", 65, "junk", "not UTF-8"),
            run("batch run missing.csv --page page.html -o {title}.mp4", 65, "missing.csv", "No such file"),
            run("batch run folder --page page.html -o {title}.mp4", 65, "folder", "is a folder"),
            run("batch run open.csv --page page.html -o {title}.mp4", 65, "open.csv, line 2", "quote"),
            run("batch run open.jsonl --page page.html -o {title}.mp4", 65, "open.jsonl, line 1", "not a JSON object"),
            run("batch run junk.csv --page page.html -o {title}.mp4", 65, "junk.csv", "UTF-8"),
        ]

        /// Errors of libav.
        private static let libav = [
            record(65, "missing.wav", "No such file or directory", options: ["--audio", "missing.wav"]),
            record(65, "folder", "is a folder", options: ["--audio", "folder"]),
            record(65, "junk", "not sound that can be decoded", options: ["--audio", "junk"]),
            record(65, "cut.wav", "not sound that can be decoded", options: ["--audio", "cut.wav"]),
            record(65, "cut.png", options: ["--audio", "cut.png"]),
            record(65, "empty", "is empty", options: ["--audio", "empty"]),
            run("images missing.png -o out.mp4", 65, "missing.png", "No such file or directory"),
            run("images cut.png -o out.mp4", 65, "cut.png", "cut off"),
            run("images junk.png -o out.mp4", 65, "junk.png"),
            run("show ./junk.mp4", 65, "junk.mp4", "not a whole"),
            run("compose cut.png.yaml -o out.mp4", 65, "cut.png", "cut off"),
            run("show ./missing.mp4", 65, "missing.mp4", "No such file or directory"),
            run("live-photo junk.mp4 -o out", 65, "junk.mp4", "not a whole"),
            run("compose missing.mp4.yaml -o out.mp4", 65, "missing.mp4", "No such file or directory"),
            run("compose junk.mp4.yaml -o out.mp4", 65, "junk.mp4"),
            run("compose cut.wav.yaml -o out.mp4", 65, "cut.wav"),
            run("compose folder.yaml -o out.mp4", 65, "folder"),
        ]

        /// Errors of GLib, libsoup and WebKit.
        private static let webKit = [
            record(66, "nothing.invalid", "not known", page: "http://nothing.invalid/"),
            record(66, "127.0.0.1:1", "WebKit refuses", page: "http://127.0.0.1:1/"),
            record(66, "https://127.0.0.1:1", page: "https://127.0.0.1:1/"),
        ]

        @Test(
            "An error of the system or a library is one sentence of ours", .full,
            arguments: system + foundation + libav + webKit)
        func error(_ provocation: Provocation) async throws {
            let outcome = try await Pagereel.run(
                provocation.words, environment: Pagereel.bareEnvironment.merging(provocation.environment) { $1 },
                wrapper: provocation.wrapper, folder: folder)
            #expect(outcome.exitCode == provocation.status, "\(outcome.standardError)")
            try read(outcome.standardError, saying: provocation.said)
            #expect(!folder.contains("out.mp4"))
        }

        @Test("A server that refuses, breaks off or has a foreign certificate is named in a sentence of ours")
        func servers() async throws {
            let refusing = try SilentPort(accepts: false)
            let refused = try await Pagereel.run(["record", refusing.url, "-o", "out.mp4"], folder: folder)
            #expect(refused.exitCode == 66, "\(refused.standardError)")
            try read(refused.standardError, saying: [refusing.url])
            let foreign = try await SecureServer.serving(folder) { address in
                try await Pagereel.run(["record", "\(address)page.html", "-o", "out.mp4"], folder: folder)
            }
            #expect(foreign.exitCode == 66, "\(foreign.standardError)")
            try read(foreign.standardError, saying: ["certificate"])
        }

        /// Reads the messages as a user does.
        private func read(
            _ text: String, saying said: [String], sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let lines = text.split(separator: "\n").map(String.init)
            let errors = lines.filter { $0.hasPrefix("pagereel: error: ") }
            #expect(!errors.isEmpty && errors.count <= 2, "\(text)", sourceLocation: sourceLocation)
            let error = errors.first ?? ""
            for part in said { #expect(error.contains(part), "\(part): \(text)", sourceLocation: sourceLocation) }
            let sentence = error.replacing(#/^pagereel: error: /#, with: "")
            // It ends as a sentence or with a command to type; a library's own words stand behind it, in brackets.
            #expect(
                sentence.wholeMatch(of: #/.*(?:[.](?: \[[^\]]+\])?|: apt-get install \S+)/#) != nil, "\(text)",
                sourceLocation: sourceLocation)
            let foreign =
                #/
                Error\ Domain|NSCocoa|NSPOSIX|UserInfo|CocoaError|POSIXError|DecodingError|codingPath|Optional\(|rawValue
                |\(null\)|couldn’t|operation\ could|errno|\/proc\/\d+\/|\/proc\/self|0x[0-9a-f]{6}|GError|g-io|-quark
                |\b(?:av|avformat|avcodec|swr|sws|webkit|soup|g|gtk)_[a-z_]+|\b[A-Z]\w+\.[A-Z]\w+\b|Swift|libsoup|libav
                /#
            let match = error.firstMatch(of: foreign).map { String($0.output) }
            #expect(match == nil, "\(error)", sourceLocation: sourceLocation)
        }
    }
}

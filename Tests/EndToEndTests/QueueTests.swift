import Foundation
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// `pagereel images --queue` runs one at a time, first come, first served.
    @Suite("Queues of images")
    struct Queues {
        private let folder: TemporaryFolder
        /// Queues belong to the user, not the test, so each test uses separate names.
        private let name = "test-\(UUID().uuidString)"

        init() throws {
            folder = try TemporaryFolder()
            try folder.write("dot.bmp", Bitmap.flat(0xff8800))
        }

        private func images(
            _ output: String, _ options: [String] = [], during body: (Recording) async throws -> Void = { _ in }
        ) async throws -> Pagereel.Outcome {
            try await Pagereel.run(
                ["images", "dot.bmp", "-o", output, "--queue", name, "--log", "log.jsonl"]
                    + (options.isEmpty ? ["--each", "0.2s", "--fps", "10"] : options), folder: folder, during: body)
        }

        /// Runs a closure while the first in the queue works, which it does until it gets a signal.
        private func whileBusy(_ body: (Recording) async throws -> Void) async throws -> Pagereel.Outcome {
            try await images("first.mp4", ["--each", "200h", "--fps", "120"]) { first in
                try await first.wait(for: "1 picture to")
                try await body(first)
            }
        }

        private func waits(_ count: Int) -> String {
            "waiting for \(count) run\(count == 1 ? "" : "s") before this one in the queue '\(name)'"
        }

        @Test("Runs that wait take their turns in the order in which they were started")
        func order() async throws {
            let first = try await whileBusy { first in
                // Each starts once the one before it is in the queue.
                let second = try await images("second.mp4") { second in
                    try await second.wait(for: waits(1))
                    let third = try await images("third.mp4") { third in
                        try await third.wait(for: waits(2))
                        let fourth = try await images("fourth.mp4") { fourth in
                            try await fourth.wait(for: waits(3))
                            #expect(folder.contents.filter { $0.hasSuffix(".mp4") } == [])
                            try first.send(.interrupt)
                        }
                        #expect(fourth.exitCode == 0, "\(fourth.standardError)")
                    }
                    #expect(third.exitCode == 0, "\(third.standardError)")
                }
                #expect(second.exitCode == 0, "\(second.standardError)")
            }
            #expect(first.exitCode == 130, "\(first.standardError)")
            let events = try String(decoding: folder.read("log.jsonl"), as: UTF8.self).split(separator: "\n").map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
            // No run begins before the one before it has ended.
            #expect(
                events.map { $0["event"] as? String } == [
                    "started", "failed", "started", "finished", "started", "finished", "started", "finished",
                ])
            #expect(
                events.compactMap { $0["output"] as? String } == [
                    "first.mp4", "second.mp4", "third.mp4", "fourth.mp4",
                ])
        }

        @Test("A killed run does not block the ones behind it", .full)
        func killed() async throws {
            let first = try await whileBusy { first in
                let second = try await images("second.mp4") { second in
                    try await second.wait(for: waits(1))
                    let third = try await images("third.mp4") { third in
                        try await third.wait(for: waits(2))
                        try second.send(.kill)
                        try first.send(.kill)
                    }
                    #expect(third.exitCode == 0, "\(third.standardError)")
                }
                #expect(second.exitCode == 137)
            }
            #expect(first.exitCode == 137)
            #expect(folder.contents.filter { $0.hasSuffix(".mp4") } == ["third.mp4"])
            let next = try await images("next.mp4")
            #expect(next.exitCode == 0 && !next.standardError.contains("waiting"), "\(next.standardError)")
        }

        @Test("Ctrl-C leaves the queue: 130", .full, arguments: [Signal.interrupt, .terminate])
        func interrupted(signal: Signal) async throws {
            let first = try await whileBusy { first in
                let second = try await images("second.mp4") { second in
                    try await second.wait(for: waits(1))
                    try second.send(signal)
                }
                #expect(second.exitCode == (signal == .interrupt ? 130 : 143), "\(second.standardError)")
                #expect(second.standardError.contains("nothing was written"))
                #expect(first.isRunning)
                let third = try await images("third.mp4") { third in
                    // The one that left is no longer counted.
                    try await third.wait(for: waits(1))
                    try first.send(.interrupt)
                }
                #expect(third.exitCode == 0, "\(third.standardError)")
            }
            #expect(first.exitCode == 130, "\(first.standardError)")
        }

        @Test("Another queue's runs do not wait; an invalid name is a usage error: 64", .full)
        func names() async throws {
            let first = try await whileBusy { first in
                let other = try await Pagereel.run(
                    ["images", "dot.bmp", "-o", "other.mp4", "--each", "0.2s", "--queue", name + "-other"],
                    folder: folder)
                #expect(other.exitCode == 0 && !other.standardError.contains("waiting"), "\(other.standardError)")
                try first.send(.interrupt)
            }
            #expect(first.exitCode == 130)
            for bad in ["a/b", "..", ""] {
                let outcome = try await Pagereel.run(
                    ["images", "dot.bmp", "-o", "a.mp4", "--queue", bad], folder: folder)
                #expect(outcome.exitCode == 64 && outcome.standardError.contains("queue"), "\(outcome.standardError)")
            }
        }
    }
}

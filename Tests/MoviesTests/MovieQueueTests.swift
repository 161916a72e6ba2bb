import Foundation
import Movies
import Subprocess
import Synchronization
import TestSupport
import Testing

@Suite struct MovieQueueTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func job(_ name: String, source: Flat = Flat()) -> MovieJob {
        MovieJob(MoviePlan(output: folder.path(name)), source: source)
    }

    /// The events, in order.
    private final class Events: Sendable {
        private let list = Mutex<[String]>([])
        func add(_ event: String) { list.withLock { $0.append(event) } }
        var all: [String] { list.withLock { $0 } }
    }

    @Test func jobsRunOneAtATimeInOrder() async throws {
        struct Broken: Error {}
        let events = Events()
        let queue = MovieQueue()
        let names = (0..<6).map { "\($0).mp4" }
        let tickets = names.map { name in
            let source = Flat {
                events.add("begin \(name)")
                if name == "1.mp4" { throw Broken() }
            }
            return queue.add(job(name, source: source)) { result in
                switch result {
                case .success: events.add("end \(name)")
                case .failure(let error): events.add(error is Broken ? "failed \(name)" : "cancelled \(name)")
                }
            }
        }
        tickets[4].cancel()
        for ticket in tickets { _ = try? await ticket.movie }
        let all = events.all
        // The canceled job may have started, but not finished.
        #expect(
            all.filter { !$0.hasSuffix("4.mp4") }
                == [0, 1, 2, 3, 5].flatMap {
                    ["begin \($0).mp4", $0 == 1 ? "failed 1.mp4" : "end \($0).mp4"]
                })
        #expect(all.contains("cancelled 4.mp4"))
        #expect(folder.contents == ["0.mp4", "2.mp4", "3.mp4", "5.mp4"])
    }

    @Test func otherProcessesWaitTheirTurn() async throws {
        let name = "test-\(UUID().uuidString)"
        let line = "/tmp/pagereel-locks-\(geteuid())/movies-\(name).line"
        defer { try? FileManager.default.removeItem(atPath: line) }
        let queue = MovieQueue(name: name)
        let (release, continuation) = AsyncStream.makeStream(of: Void.self)
        let first = queue.add(job("ours.mp4", source: Flat { for await _ in release { break } }))
        let theirs = folder.path("theirs.mp4")
        let program = Fixture.build.appending(path: "DrawMovies").path
        async let other = Tool.run("env", [program, name, theirs])
        // It is behind us in the queue, and this one is behind it.
        try await Condition.wait(for: "the other process", limit: .seconds(600)) {
            try FileManager.default.contentsOfDirectory(atPath: line).count == 2
        }
        let wasThere = Mutex<Bool?>(nil)
        let last = queue.add(
            job("last.mp4", source: Flat { wasThere.withLock { $0 = FileManager.default.fileExists(atPath: theirs) } }))
        #expect(!folder.contains("theirs.mp4"))
        continuation.yield()
        _ = try await first.movie
        _ = try await last.movie
        #expect(wasThere.withLock { $0 } == true)
        #expect(String(decoding: try await other, as: UTF8.self) == "\(theirs): 60 frames\n")
        #expect(folder.contents == ["last.mp4", "ours.mp4", "theirs.mp4"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: line) == [])
    }

    @Test func canceledJobsLeaveTheQueue() async throws {
        let name = "test-\(UUID().uuidString)"
        let line = "/tmp/pagereel-locks-\(geteuid())/movies-\(name).line"
        defer { try? FileManager.default.removeItem(atPath: line) }
        let (release, continuation) = AsyncStream.makeStream(of: Void.self)
        // Three queues of one name, like three processes.
        let first = MovieQueue(name: name).add(job("first.mp4", source: Flat { for await _ in release { break } }))
        let second = MovieQueue(name: name).add(job("second.mp4"))
        let wasThere = Mutex<Bool?>(nil)
        let path = folder.path("first.mp4")
        let third = MovieQueue(name: name).add(
            job("third.mp4", source: Flat { wasThere.withLock { $0 = FileManager.default.fileExists(atPath: path) } }))
        second.cancel()
        // Although the first has not finished.
        await #expect(throws: CancellationError.self) { try await second.movie }
        continuation.yield()
        _ = try await first.movie
        _ = try await third.movie
        #expect(wasThere.withLock { $0 } == true)
        #expect(folder.contents == ["first.mp4", "third.mp4"])
    }

    @Test func deadProcessesDoNotBlockTheQueue() async throws {
        let name = "test-\(UUID().uuidString)"
        let line = "/tmp/pagereel-locks-\(geteuid())/movies-\(name).line"
        defer { try? FileManager.default.removeItem(atPath: line) }
        _ = try await MovieQueue(name: name).add(job("1.mp4")).movie
        // As a killed process leaves it.
        #expect(FileManager.default.createFile(atPath: "\(line)/7", contents: nil))
        _ = try await MovieQueue(name: name).add(job("2.mp4")).movie
        #expect(try FileManager.default.contentsOfDirectory(atPath: line) == [])
    }

    @Test func theExampleMatchesTheDocumentation() throws {
        let source = try String(
            contentsOf: Fixture.repository.appendingPathComponent("Examples/DrawMovies/main.swift"), encoding: .utf8)
        let text = try String(
            contentsOf: Fixture.repository.appendingPathComponent("docs/images.md"), encoding: .utf8)
        #expect(text.contains("```swift\n\(source)```"))
    }
}

import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// `--trace`: what a recording's time is spent on, in the Trace Event Format.
    @Suite("Traces")
    struct Traces {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// The object form of the format, with the fields that a complete event must have.
        private struct Trace: Decodable {
            struct Event: Decodable {
                struct Arguments: Decodable {
                    let frame: Int?
                    let name: String?
                }

                let ph: String
                let name: String
                let pid: Int
                let tid: Int
                let ts: Double?
                let dur: Double?
                let args: Arguments?

                var end: Double { (ts ?? 0) + (dur ?? 0) }
            }

            let traceEvents: [Event]

            var work: [Event] { traceEvents.filter { $0.ph == "X" } }

            /// The kinds of work for a frame.
            func kinds(of frame: Int) -> Set<String> {
                Set(work.filter { $0.args?.frame == frame }.map(\.name))
            }
        }

        private func trace(_ name: String) throws -> Trace {
            try JSONDecoder().decode(Trace.self, from: Data(folder.read(name)))
        }

        private func record(_ page: String, _ options: String...) async throws -> Pagereel.Outcome {
            try await Pagereel.run(
                ["record", page, "-o", folder.path("out.mp4"), "--trace", folder.path("trace.json")] + TestPage.small
                    + options)
        }

        @Test("Every frame has its work, on the track of what does it")
        func frames() async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    script: """
                        let count = 0;
                        const turn = () => { document.title = `${++count}`; requestAnimationFrame(turn); };
                        turn();
                        send('start');
                        setInterval(() => { document.body.style.background = `rgb(${count % 256}, 90, 90)`; }, 10);
                        """))
            let outcome = try await record(page, "--duration", "1s", "--fps", "30", "--json")
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let summary = try #require(
                try JSONSerialization.jsonObject(with: Data(outcome.standardOutput.utf8)) as? [String: Any])
            #expect(summary["trace"] as? String == folder.path("trace.json"))
            let trace = try trace("trace.json")
            for frame in 0..<30 {
                // The page has been rendered for the first frame when the recording begins.
                let ofPage: Set = frame == 0 ? [] : ["run", "render"]
                #expect(
                    trace.kinds(of: frame).isSuperset(of: ofPage.union(["settle", "copy", "convert", "encode"])),
                    "frame \(frame): \(trace.kinds(of: frame))")
            }
            #expect(trace.work.contains { $0.name == "write" } && trace.work.contains { $0.args?.frame == nil })
            let tracks = Dictionary(grouping: trace.work, by: \.tid).mapValues { Set($0.map(\.name)) }
            #expect(
                tracks.mapValues { $0.subtracting(["wait", "overlay"]) } == [
                    1: ["run", "render", "settle"], 2: ["copy"], 3: ["convert", "encode", "write"],
                ])
            let names = trace.traceEvents.filter { $0.name == "thread_name" }
            #expect(names.compactMap(\.args?.name) == ["page", "engine", "encoder"] && names.map(\.tid) == [1, 2, 3])
            // Work on a track is one after another, or inside other work.
            for work in Dictionary(grouping: trace.work, by: \.tid).values {
                var open: [Trace.Event] = []
                for event in work {
                    open.removeAll { $0.end <= (event.ts ?? 0) }
                    #expect(open.allSatisfy { event.end <= $0.end }, "\(event) in \(open)")
                    open.append(event)
                }
            }
            let length = try #require(summary["wallTime"] as? Double)
            #expect(try #require(trace.work.map(\.end).max()) < length * 1e6)
        }

        @Test("A page that starts late has a trace of all that came before")
        func lateStart() async throws {
            let page = try folder.write("page.html", TestPage.html(script: "after(60_000, () => send('start'));"))
            let outcome = try await record(
                page, "--start-on", "signal", "--start-timeout", "90s", "--duration", "0.1s", "--fps", "30")
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let work = try trace("trace.json").work
            #expect(work.count { $0.name == "run" && $0.args?.frame == nil } >= 1800)
            #expect(Set(work.compactMap(\.args?.frame)) == [0, 1, 2])
        }

        @Test("On the real-time clock, the page's work is not measured")
        func realTime() async throws {
            let page = try folder.write("page.html", TestPage.html(script: "send('start');"))
            let outcome = try await record(page, "--duration", "0.5s", "--clock", "realtime")
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("\(folder.path("trace.json")): trace"))
            let kinds = Set(try trace("trace.json").work.map(\.name))
            #expect(kinds == ["copy", "convert", "encode", "write"])
        }

        @Test("A recording that fails has a trace of what came before; an existing file is kept")
        func failure() async throws {
            let page = try folder.write("page.html", TestPage.html(script: ""))
            let outcome = try await record(page, "--start-on", "signal", "--start-timeout", "1s")
            #expect(outcome.exitCode != 0)
            let work = try trace("trace.json").work
            #expect(!work.isEmpty && work.allSatisfy { $0.args?.frame == nil }, "\(work)")
            let refused = try await record(page, "--duration", "1s")
            #expect(refused.exitCode == 73 && refused.standardError.contains("already exists"))
            #expect(!FileManager.default.fileExists(atPath: folder.path("out.mp4")))
            let misnamed = try await Pagereel.run(
                ["record", page, "-o", folder.path("out.mp4"), "--trace", folder.path("out.txt")])
            #expect(misnamed.exitCode == 64 && misnamed.standardError.contains(".json"))
        }
    }
}

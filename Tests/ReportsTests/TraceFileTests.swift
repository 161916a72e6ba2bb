import Foundation
import Testing

@testable import Frames
@testable import Reports

@Suite("Traces of what a recording's time is spent on")
struct TraceFileTests {
    private func events(_ file: TraceFile) throws -> [[String: Any]] {
        let object = try JSONSerialization.jsonObject(with: Data(file.bytes)) as? [String: Any]
        let events = try #require(object?["traceEvents"] as? [[String: Any]])
        return events.filter { $0["ph"] as? String == "X" }
    }

    private func span(_ kind: WorkSpan.Kind, _ begun: Int64, _ length: Int64, frame: Int? = nil) -> WorkSpan {
        WorkSpan(kind: kind, begun: begun, length: length, frame: frame)
    }

    @Test("Times are microseconds since the first piece of work; what contains another comes first")
    func times() throws {
        let file = TraceFile()
        file.add([span(.write, 7_000_000_000_005, 1_250), span(.encode, 7_000_000_000_005, 3_000_007, frame: 4)])
        file.add([span(.run, 7_000_000_000_000, 5)])
        let events = try events(file)
        #expect(events.map { $0["name"] as? String } == ["run", "encode", "write"])
        #expect(events.map { $0["ts"] as? Double } == [0, 0.005, 0.005])
        #expect(events.map { $0["dur"] as? Double } == [0.005, 3000.007, 1.25])
        #expect(events.map { $0["tid"] as? Int } == [1, 3, 3])
        #expect(events.map { ($0["args"] as? [String: Int])?["frame"] } == [nil, 4, nil])
        #expect(!file.isCut)
    }

    @Test("Impossible times are left out")
    func impossible() throws {
        let file = TraceFile()
        file.add([span(.run, .min, 1), span(.run, 1, .min), span(.run, .max, .max), span(.copy, 0, 0)])
        #expect(try events(file).count == 2)
    }

    @Test("Later work than is kept is left out, which the file tells")
    func most() throws {
        let file = TraceFile(most: 2)
        file.add([span(.run, 0, 1)])
        file.add([span(.run, 1, 1)])
        #expect(!file.isCut)
        file.add([span(.run, 2, 1)])
        #expect(file.isCut)
        #expect(try events(file).count == 2)
    }
}

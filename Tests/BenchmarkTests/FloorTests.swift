import Testing

@testable import Benchmark

@Suite("The benchmark's arithmetic")
struct FloorTests {
    @Test("The median is the middle value or the mean of the middle two")
    func median() {
        #expect([3.0, 1, 2].median == 2)
        #expect([4.0, 1, 2, 3].median == 2.5)
        #expect([7.0].median == 7)
        #expect([Double]().median == nil)
    }

    @Test(
        "The floor is the slower half, or both halves spread over all processors",
        arguments: [
            // The slower half determines the time: the other runs beside it.
            (painting: (4.0, 4.0), encoding: (2.0, 2.0), processors: 4, wall: 4.0),
            (painting: (1.0, 1.0), encoding: (5.0, 5.0), processors: 4, wall: 5.0),
            // Halves that each use both processors.
            (painting: (4.0, 7.0), encoding: (3.0, 5.0), processors: 2, wall: 6.0),
            (painting: (4.0, 4.0), encoding: (3.0, 3.0), processors: 1, wall: 7.0),
        ])
    func floor(painting: (Double, Double), encoding: (Double, Double), processors: Int, wall: Double) {
        let floor = Floor(
            painting: Seconds(wall: painting.0, processor: painting.1),
            encoding: Seconds(wall: encoding.0, processor: encoding.1), processors: processors)
        #expect(floor.wall == wall)
        #expect(floor.processor == painting.1 + encoding.1)
    }

    @Test("Time errors are differences from the frames' times")
    func timeError() throws {
        let error = try #require(TimeError([0, 40, nil, 123], framesPerSecond: 25))
        #expect(error.mean == 1)
        #expect(error.worst == 3)
        #expect(error.unreadable == 1)
        #expect(TimeError([nil], framesPerSecond: 25) == nil)
        #expect(TimeError([], framesPerSecond: 25) == nil)
    }

    @Test("A format is written as a size and a frame rate")
    func formats() {
        #expect(VideoFormat(argument: "1280x720@30")?.description == "1280x720@30")
        #expect(VideoFormat(argument: "640x360@29.97")?.description == "640x360@30000/1001")
        for text in ["", "1280x720", "1280@30", "0x720@30", "1280x720@0", "1280x720@30@1"] {
            #expect(VideoFormat(argument: text) == nil, "\(text)")
        }
    }

    @Test("Each combination of clock and rendering is recorded once")
    func ways() {
        #expect(Set(Way.all).count == Way.all.count)
        #expect(Set(Way.all.map(\.name)).count == Way.all.count)
        #expect(Way.all.filter { $0.name.contains("default") && $0.clock == "virtual" }.count == 1)
        #expect(Way.all.contains { $0.clock == "realtime" })
    }
}

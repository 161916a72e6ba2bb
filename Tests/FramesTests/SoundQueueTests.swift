import Testing

@testable import Frames

@Suite("Sound queue")
struct SoundQueueTests {
    @Test("Runs are read in order, and kept until a position is past their end")
    func order() {
        let queue = SoundQueue()
        let reader = SoundQueue.Reader(queue)
        #expect(queue.firstSample == nil)
        #expect(queue.append([0, 0, 0, 0.5, 1, 1], at: 10))
        #expect(queue.firstSample == 11)
        #expect(queue.append([1, 1], at: 20))
        #expect(reader.runs(upTo: 10).isEmpty)
        #expect(reader.runs(upTo: 12).map(\.position) == [10])
        #expect(reader.runs(upTo: 21).map(\.position) == [10, 20])
        #expect(reader.runs(upTo: 30).isEmpty)
        #expect(queue.firstSample == 11)
    }

    @Test("A run is kept until every reader has read it")
    func readers() {
        let queue = SoundQueue()
        let reader = SoundQueue.Reader(queue)
        let minute = [Float](repeating: 1, count: 60 * 48_000 * 2)
        do {
            let slow = SoundQueue.Reader(queue)
            #expect(queue.append(minute, at: 0))
            #expect(reader.runs(upTo: minute.count).count == 1)
            #expect(!queue.append([1, 1], at: minute.count))
            #expect(slow.runs(upTo: 1).count == 1)
            #expect(slow.runs(upTo: 2).count == 1)
        }
        // A reader that is gone needs nothing.
        #expect(reader.runs(upTo: minute.count).isEmpty)
        #expect(queue.append([1, 1], at: minute.count))
    }

    @Test("An empty run appends silence")
    func silence() {
        let queue = SoundQueue()
        #expect(queue.append([], at: 480))
        #expect(queue.end == 480)
        #expect(queue.firstSample == nil)
        #expect(!queue.append([], at: 479))
        #expect(!queue.append([1, 1], at: 479))
        #expect(SoundQueue.Reader(queue).runs(upTo: 480).isEmpty)
    }

    @Test("Runs that overlap or wait for more than a minute are refused")
    func bounded() {
        let queue = SoundQueue()
        let reader = SoundQueue.Reader(queue)
        #expect(queue.append([1, 1, 1, 1], at: 0))
        #expect(!queue.append([1, 1], at: 1))
        let minute = [Float](repeating: 1, count: 60 * 48_000 * 2)
        #expect(!queue.append(minute, at: 2))
        #expect(reader.runs(upTo: 2).count == 1)
        #expect(queue.append(minute, at: 2))
        #expect(!queue.append([1, 1], at: 60 * 48_000 + 2))
    }
}

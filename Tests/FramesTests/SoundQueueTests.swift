import Testing

@testable import Frames

@Suite("Sound queue")
struct SoundQueueTests {
    @Test("Runs are read in order, and kept until a position is past their end")
    func order() {
        let queue = SoundQueue()
        #expect(queue.firstSample == nil)
        #expect(queue.append([0, 0, 0, 0.5, 1, 1], at: 10))
        #expect(queue.firstSample == 11)
        #expect(queue.append([1, 1], at: 20))
        #expect(queue.runs(upTo: 10).isEmpty)
        #expect(queue.runs(upTo: 12).map(\.position) == [10])
        #expect(queue.runs(upTo: 21).map(\.position) == [10, 20])
        #expect(queue.runs(upTo: 30).isEmpty)
        #expect(queue.firstSample == 11)
    }

    @Test("Runs that overlap, are empty or wait for more than a minute are refused")
    func bounded() {
        let queue = SoundQueue()
        #expect(!queue.append([], at: 0))
        #expect(queue.append([1, 1, 1, 1], at: 0))
        #expect(!queue.append([1, 1], at: 1))
        let minute = [Float](repeating: 1, count: 60 * 48_000 * 2)
        #expect(!queue.append(minute, at: 2))
        #expect(queue.runs(upTo: 2).count == 1)
        #expect(queue.append(minute, at: 2))
        #expect(!queue.append([1, 1], at: 60 * 48_000 + 2))
    }
}

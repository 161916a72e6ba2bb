import Foundation
import Synchronization
import Testing

@testable import Frames

@Suite("Frame queue and pixel buffers")
struct FrameQueueTests {
    private let size = PixelSize(width: 17, height: 3)

    @Test("passes frames in order and ends after finish")
    func order() async throws {
        let pool = PixelBufferPool(size: size, capacity: 3)
        let queue = FrameQueue(capacity: 3)
        for index in 0..<3 { #expect(queue.offer(Frame(index: index, pixels: try #require(pool.take())))) }
        queue.finish()
        var indices: [Int] = []
        for await frame in queue { indices.append(frame.index) }
        #expect(indices == [0, 1, 2])
    }

    @Test("refuses a frame when full and after finish")
    func bounded() throws {
        let pool = PixelBufferPool(size: size, capacity: 1)
        let buffer = try #require(pool.take())
        let queue = FrameQueue(capacity: 2)
        #expect(queue.offer(Frame(index: 0, pixels: buffer)))
        #expect(queue.offer(Frame(index: 1, pixels: buffer)))
        #expect(!queue.offer(Frame(index: 2, pixels: buffer)))
        queue.finish()
        #expect(!queue.offer(Frame(index: 3, pixels: buffer)))
    }

    @Test("hands a frame to a reader that was already waiting")
    func waitingReader() async throws {
        let pool = PixelBufferPool(size: size, capacity: 1)
        let queue = FrameQueue(capacity: 1)
        async let first: Int? = {
            let iterator = queue.makeAsyncIterator()
            return await iterator.next()?.index
        }()
        let frame = Frame(index: 7, pixels: try #require(pool.take()))
        #expect(queue.offer(frame))
        #expect(await first == 7)
    }

    @Test("hands all frames, in order, to a thread that waits for them")
    func waitingThread() async throws {
        let pool = PixelBufferPool(size: size, capacity: 1)
        let buffer = try #require(pool.take())
        let taken = Mutex(0)
        let queue = FrameQueue(capacity: 2) { taken.withLock { $0 += 1 } }
        let indices = Task {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    var indices: [Int] = []
                    while let frame = queue.waitForFrame() { indices.append(frame.index) }
                    continuation.resume(returning: indices)
                }
            }
        }
        for index in 0..<1000 { await queue.send(Frame(index: index, pixels: buffer)) }
        queue.finish()
        #expect(await indices.value == Array(0..<1000))
        #expect(taken.withLock(\.self) == 1000)
        #expect(queue.waitForFrame() == nil)
    }

    @Test("ends the wait of a thread when discarded")
    func endOfWaiting() async throws {
        let queue = FrameQueue(capacity: 1)
        let frame = Task {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: queue.waitForFrame()?.index) }
            }
        }
        queue.discard()
        #expect(await frame.value == nil)
    }

    @Test("gives a frame without waiting, and makes room for another")
    func take() async throws {
        let pool = PixelBufferPool(size: size, capacity: 1)
        let buffer = try #require(pool.take())
        let queue = FrameQueue(capacity: 1)
        #expect(queue.take() == nil)
        #expect(queue.offer(Frame(index: 0, pixels: buffer)))
        async let hasRoom = queue.waitForRoom()
        #expect(queue.take()?.index == 0)
        #expect(await hasRoom)
        #expect(queue.offer(Frame(index: 1, pixels: buffer)))
    }

    @Test("drops what waits when discarded")
    func discarded() async throws {
        let pool = PixelBufferPool(size: size, capacity: 1)
        let queue = FrameQueue(capacity: 2)
        #expect(queue.offer(Frame(index: 0, pixels: try #require(pool.take()))))
        queue.discard()
        for await frame in queue { Issue.record("frame \(frame.index) survived") }
        #expect(pool.take() != nil)
    }

    @Test("never has more buffers out than the pool's capacity, and reuses them")
    func pool() throws {
        let pool = PixelBufferPool(size: size, capacity: 2)
        var first = pool.take()
        let address = first?.withBytes { $0.baseAddress }
        let second = try #require(pool.take())
        #expect(second.stride % PixelBuffer.alignment == 0)
        #expect(second.withBytes { $0.count } == second.stride * size.height)
        #expect(pool.take() == nil)
        first = nil
        let again = try #require(pool.take())
        #expect(again.withBytes { $0.baseAddress } == address)
    }

    @Test("keeps a buffer's memory alive after its pool is gone")
    func outlivesPool() throws {
        var pool: PixelBufferPool? = PixelBufferPool(size: size, capacity: 1)
        let buffer = try #require(pool?.take())
        pool = nil
        _ = buffer.withMutableBytes { $0.initializeMemory(as: UInt8.self, repeating: 9) }
        #expect(buffer.withBytes { $0.last } == 9)
    }
}

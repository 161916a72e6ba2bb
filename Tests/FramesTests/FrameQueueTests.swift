import Foundation
import Synchronization
import Testing

@testable import Frames

@Suite("Frame queue and pixel buffers")
struct FrameQueueTests {
    private let size = PixelSize(width: 17, height: 3)

    @Test("Frames arrive in order, and the queue ends after finish")
    func order() async throws {
        let pool = PixelBufferPool(size: size, capacity: 3)
        let queue = FrameQueue(capacity: 3)
        for index in 0..<3 { #expect(queue.offer(Frame(index: index, pixels: try #require(pool.take())))) }
        queue.finish()
        var indices: [Int] = []
        for await frame in queue { indices.append(frame.index) }
        #expect(indices == [0, 1, 2])
    }

    @Test(
        "A page that waits for the encoder gets less memory for pictures",
        arguments: [(640, 360, 8, 16), (1280, 720, 8, 16), (1920, 1080, 6, 8), (3840, 2160, 5, 5)])
    func capacity(width: Int, height: Int, waiting: Int, live: Int) {
        let size = PixelSize(width: width, height: height)
        #expect(PixelBufferPool.capacity(ofRecording: size, isLive: false) == waiting)
        #expect(PixelBufferPool.capacity(ofRecording: size, isLive: true) == live)
    }

    @Test("A full or finished queue rejects frames")
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

    @Test("A dropped frame's picture is free before there is room for another one")
    func dropped() throws {
        let pool = PixelBufferPool(size: size, capacity: 1)
        let isFree = Atomic(false)
        let queue = FrameQueue(capacity: 1) { isFree.store(pool.take() != nil, ordering: .sequentiallyConsistent) }
        #expect(queue.offer(Frame(index: 0, pixels: try #require(pool.take()))))
        queue.dropFirst()
        let wasFree = isFree.load(ordering: .sequentiallyConsistent)
        #expect(wasFree)
        #expect(queue.take() == nil)
    }

    @Test("A waiting reader receives a frame")
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

    @Test("A waiting thread receives all frames in order")
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

    @Test("Discarding ends a thread's wait")
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

    @Test("A frame can be taken without waiting")
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

    @Test("Discarding drops waiting frames")
    func discarded() async throws {
        let pool = PixelBufferPool(size: size, capacity: 1)
        let queue = FrameQueue(capacity: 2)
        #expect(queue.offer(Frame(index: 0, pixels: try #require(pool.take()))))
        queue.discard()
        for await frame in queue { Issue.record("frame \(frame.index) survived") }
        #expect(pool.take() != nil)
    }

    @Test("The pool limits and reuses buffers")
    func pool() throws {
        // No other test has pictures of this length, which might take the memory.
        let size = PixelSize(width: 333, height: 3)
        let pool = PixelBufferPool(size: size, capacity: 2)
        var first = pool.take()
        let address = unsafe first?.withBytes { $0.baseAddress }
        let second = try #require(pool.take())
        #expect(second.stride % PixelBuffer.alignment == 0)
        let length = unsafe second.withBytes { $0.count }
        #expect(length == second.stride * size.height)
        #expect(pool.take() == nil)
        first = nil
        let again = try #require(pool.take())
        let sameAddress = unsafe again.withBytes { $0.baseAddress } == address
        #expect(sameAddress)
    }

    @Test("A buffer outlives its pool")
    func outlivesPool() throws {
        var pool: PixelBufferPool? = PixelBufferPool(size: size, capacity: 1)
        let buffer = try #require(pool?.take())
        pool = nil
        _ = unsafe buffer.withMutableBytes { unsafe $0.initializeMemory(as: UInt8.self, repeating: 9) }
        let last = unsafe buffer.withBytes { unsafe $0.last }
        #expect(last == 9)
    }

    @Test("Pools with pictures of the same length share the memory that they do not use")
    func sharedMemory() throws {
        // No other test has pictures of this length.
        let size = PixelSize(width: 1111, height: 7)
        let pool = PixelBufferPool(size: size, capacity: 2)
        let other = PixelBufferPool(size: PixelSize(width: 1120, height: 7), capacity: 1)
        var first = pool.take()
        let address = unsafe first?.withBytes { $0.baseAddress }
        first = nil
        let reused = try #require(other.take())
        let isSame = unsafe reused.withBytes { $0.baseAddress } == address
        #expect(isSame && reused.size == other.size)
        let new = try #require(pool.take())
        let isOwn = unsafe new.withBytes { $0.baseAddress } != address
        #expect(isOwn)
    }
}

import Frames
import Testing

@testable import EngineLink

@Suite("Frames in shared memory")
struct FrameLinkTests {
    private let size = PixelSize(width: 64, height: 36)
    private let command: LinkSocket
    private let engine: LinkSocket
    private let receiver: FrameReceiver
    private let sender: FrameSender
    private let pool: PixelBufferPool

    init() throws {
        (command, engine) = try LinkSocket.pair()
        let frames = try SharedFrames(size: size, hasAlpha: false, count: 6)
        receiver = FrameReceiver(frames, over: command, at: .thirty)
        sender = FrameSender(frames, over: engine)
        pool = frames.pool()
    }

    /// Delivers the messages to the command.
    private func deliverFrames(_ count: Int) throws {
        var parser = LinkParser(longest: 1000)
        var seen = 0
        while seen < count, case .bytes(let bytes) = command.receive() {
            parser.append(bytes)
            while let message = try parser.next() {
                guard case .frame(let index, let slot, let changes) = message else { continue }
                try receiver.receive(index: index, slot: slot, changes: changes)
                seen += 1
            }
        }
    }

    /// Delivers the messages to the engine, until a number of them has arrived.
    private func deliverAnswers(_ count: Int) throws {
        var parser = LinkParser(longest: 1000)
        var seen = 0
        while seen < count, case .bytes(let bytes) = engine.receive() {
            parser.append(bytes)
            while let message = try parser.next() {
                switch message {
                case .taken: sender.frameTaken()
                case .released(let slot): sender.slotReleased(Int(slot))
                default: Issue.record("\(message)")
                }
                seen += 1
            }
        }
    }

    private func draw(_ value: UInt8) throws -> PixelBuffer {
        let picture = try #require(pool.take())
        unsafe picture.withMutableBytes { bytes in _ = unsafe bytes.initializeMemory(as: UInt8.self, repeating: value) }
        return picture
    }

    @Test("Repeated pictures share an object, and memory is returned")
    func pictures() async throws {
        let first = try draw(1)
        #expect(sender.offer(Frame(index: 0, pixels: first)))
        #expect(sender.offer(Frame(index: 1, pixels: first)))
        try deliverFrames(2)
        let frames = receiver.queue.makeAsyncIterator()
        let received = try #require(await frames.next())
        let repeated = try #require(await frames.next())
        #expect(received.index == 0 && repeated.index == 1 && received.pixels === repeated.pixels)
        let isFilled = unsafe received.pixels.withBytes { unsafe $0.allSatisfy { $0 == 1 } }
        #expect(isFilled)
        try deliverAnswers(2)

        #expect(sender.offer(Frame(index: 5, pixels: try draw(2))))
        try deliverFrames(1)
        let other = try #require(await frames.next())
        let otherFirst = unsafe other.pixels.withBytes { unsafe $0[0] }
        #expect(other.index == 5 && otherFirst == 2)
        #expect(receiver.frameCount == 6)
        // The first picture is still being read here.
        let readFirst = unsafe received.pixels.withBytes { unsafe $0[0] }
        #expect(readFirst == 1)
    }

    @Test("Changes arrive with the picture that they are since, unless it is not the last one")
    func changes() async throws {
        let (first, second) = (try draw(1), try draw(2))
        func frame(_ index: Int, _ pixels: PixelBuffer, since base: PixelBuffer) -> Frame {
            Frame(index: index, pixels: pixels, changes: PictureChanges(from: base.id, in: RangeSet([3..<9, 20..<22])))
        }
        let frames = receiver.queue.makeAsyncIterator()
        func pass(_ frame: Frame) async throws -> Frame {
            #expect(await sender.waitForRoom())
            #expect(sender.offer(frame))
            try deliverFrames(1)
            let received = try #require(await frames.next())
            try deliverAnswers(1)
            return received
        }
        let base = try await pass(Frame(index: 0, pixels: first))
        #expect(base.changes == nil)
        let changed = try await pass(frame(1, second, since: first))
        #expect(changed.changes?.base == base.pixels.id && changed.changes?.rows == RangeSet([3..<9, 20..<22]))
        #expect(try await pass(frame(2, try draw(3), since: first)).changes == nil)
        #expect(try await pass(frame(3, try draw(4), since: PixelBuffer(size: size))).changes == nil)
    }

    @Test("Changes outside of the picture are rejected")
    func foreignChanges() throws {
        try receiver.receive(index: 0, slot: 0, changes: SlotChanges(base: UInt32.max, rows: [0, 36]))
        for rows in [[0, 37], [37, 37], [0, UInt32.max], [0, 1, 5, 40]] as [[UInt32]] {
            #expect(throws: PageError.self) {
                try receiver.receive(index: 1, slot: 1, changes: SlotChanges(base: 0, rows: rows))
            }
        }
        // Ranges without rows and without an end are ignored.
        try receiver.receive(index: 1, slot: 1, changes: SlotChanges(base: 0, rows: [9, 8, 3]))
    }

    @Test("The number of waiting frames is limited by memory")
    func room() async throws {
        #expect(sender.offer(Frame(index: 0, pixels: try draw(1))))
        #expect(sender.offer(Frame(index: 1, pixels: try draw(2))))
        #expect(!sender.offer(Frame(index: 2, pixels: try draw(3))))
        try deliverFrames(2)
        async let hasRoom = sender.waitForRoom()
        _ = await receiver.queue.makeAsyncIterator().next()
        try deliverAnswers(1)
        #expect(await hasRoom)
        #expect(sender.offer(Frame(index: 2, pixels: try draw(4))))
    }

    @Test("A wait ends when no more frames are accepted")
    func finish() async throws {
        #expect(sender.offer(Frame(index: 0, pixels: try draw(1))))
        #expect(sender.offer(Frame(index: 1, pixels: try draw(2))))
        async let hasRoom = sender.waitForRoom()
        sender.finish()
        #expect(await !hasRoom)
        #expect(!sender.offer(Frame(index: 2, pixels: try draw(3))))
    }

    @Test("A single picture is copied and its memory returned")
    func still() async throws {
        for value in UInt8(1)...20 {
            #expect(await sender.waitForRoom())
            let part = StepPicture.Area(x: 1, y: 0, size: PixelSize(width: 1, height: 2))
            #expect(sender.send(try draw(value), of: .time(.zero), at: .zero, area: value > 10 ? part : nil))
            guard case .bytes(let bytes) = command.receive() else {
                Issue.record("nothing was sent")
                return
            }
            var parser = LinkParser(longest: 1000)
            parser.append(bytes)
            guard case .report(.still(_, _, let slot, let area, _, _)) = try parser.next() else {
                Issue.record("no still")
                return
            }
            #expect((area == part) == (value > 10))
            let picture = try receiver.copyPicture(in: slot, area: area)
            #expect((picture.size == part.size) == (value > 10))
            #expect(unsafe picture.withBytes { unsafe $0[0] } == value)
            try deliverAnswers(2)
        }
    }

    @Test("Invalid indexes and slots are rejected")
    func refused() throws {
        try receiver.receive(index: 3, slot: 0)
        for (index, slot) in [(3, 1), (2, 1), (-1, 1), (Int64.max, 1), (4, 6), (4, UInt32.max)] as [(Int64, UInt32)] {
            #expect(throws: PageError.self, "\(index) \(slot)") { try receiver.receive(index: index, slot: slot) }
        }
        // A slot that is being read.
        try receiver.receive(index: 4, slot: 1)
        #expect(throws: PageError.self) { try receiver.receive(index: 5, slot: 0) }
        #expect(throws: PageError.self) { try receiver.copyPicture(in: 1) }
        #expect(throws: PageError.self) { try receiver.copyPicture(in: -1) }
    }

    @Test("More frames than allowed are rejected")
    func tooMany() throws {
        try receiver.receive(index: 0, slot: 0)
        try receiver.receive(index: 1, slot: 1)
        #expect(throws: PageError.self) { try receiver.receive(index: 2, slot: 2) }
    }
}

import EngineLink
import Frames
import XCTest

@testable import PageSampler

/// A page that a test has opened, and what it has reported so far.
@MainActor
final class OpenPage {
    let view: PageView
    private let log: Log

    /// What has been reported, and who waits for more.
    @MainActor
    private final class Log {
        var events: [PageEvent] = []
        var waiting: [CheckedContinuation<Void, Never>] = []

        func append(_ event: PageEvent) {
            events.append(event)
            let waiting = waiting
            self.waiting = []
            for continuation in waiting { continuation.resume() }
        }
    }

    /// Everything so far, in order.
    var events: [PageEvent] { log.events }

    /// Begins to load a page.
    init(
        _ address: String, size: PixelSize = PixelSize(width: 320, height: 180), _ options: PageOptions = PageOptions()
    )
        throws
    {
        var options = options
        options.size = size
        // What the tests of pictures and their times were made for.
        if options.rendering == .auto { options.rendering = .composited }
        let log = Log()
        self.log = log
        view = try PageView(address: PageAddress(address), options: options) { log.append($0) }
        view.load()
    }

    /// Waits until the first event that something is made of.
    ///
    /// A page that fails or crashes instead ends the test.
    func first<Value>(_ find: (PageEvent) -> Value?) async throws -> Value {
        var seen = 0
        while true {
            while seen < log.events.count {
                let event = log.events[seen]
                if let value = find(event) { return value }
                switch event {
                case .failed(let error): throw error
                case .crashed: throw PageError(.crashed, "The page's process crashed.")
                default: seen += 1
                }
            }
            await withCheckedContinuation { log.waiting.append($0) }
        }
    }

    /// Waits until the page is loaded and its picture is here, which is not
    /// white all over as the empty document before it is.
    func painted() async throws {
        try await first { if case .loaded = $0 { () } else { nil } }
        let picture = try buffer()
        for _ in 0..<300 {
            let isThere = await view.waitForPicture()
            XCTAssertTrue(isThere)
            view.draw(into: picture)
            if !picture.isWhite { return }
        }
        XCTFail("no picture came")
    }

    /// Waits for a signal.
    func signal(_ wanted: PageSignal) async throws -> SignalEvent {
        try await first { if case .signalled(let event) = $0, event.signal == wanted { event } else { nil } }
    }

    /// Memory of the size of the page.
    func buffer() throws -> PixelBuffer {
        try XCTUnwrap(PixelBufferPool(size: view.options.pixelSize, capacity: 1).take())
    }
}

extension PixelBuffer {
    /// Whether the picture is white wherever it is looked at: in every
    /// third column and row.
    var isWhite: Bool {
        Swift.stride(from: 0, to: size.height, by: 3).allSatisfy { row in
            Swift.stride(from: 0, to: size.width, by: 3).allSatisfy { colour($0, row) == 0xffffff }
        }
    }

    /// The four bytes of a pixel as a number: blue is the lowest byte, and
    /// what stands in the unused one does not count.
    func colour(_ column: Int, _ row: Int) -> UInt32 {
        withBytes { $0.loadUnaligned(fromByteOffset: row * stride + column * 4, as: UInt32.self) } & 0xff_ffff
    }
}

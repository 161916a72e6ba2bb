import EngineLink
import Frames
import XCTest

@testable import PageRenderer

/// A page opened by a test, with the events that it has reported.
@MainActor
final class OpenPage {
    let view: PageView
    private let log: Log

    /// The events so far, and the tests that wait for more.
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

    /// All events so far, in order.
    var events: [PageEvent] { log.events }

    /// Starts to load a page.
    init(
        _ address: String, size: PixelSize = PixelSize(width: 320, height: 180), _ options: PageOptions = PageOptions()
    )
        throws
    {
        var options = options
        options.size = size
        // The tests of pictures and their times need this.
        if options.rendering == .auto { options.rendering = .composited }
        let log = Log()
        self.log = log
        view = try PageView(address: PageAddress(address), options: options) { log.append($0) }
        view.load()
    }

    /// Waits for the first event that a closure accepts.
    ///
    /// Throws if the page fails or crashes instead.
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

    /// Waits until the page has loaded and its picture has arrived, which is not the white of the
    /// empty document before it.
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

    /// Memory of the page's size.
    func buffer() throws -> PixelBuffer {
        try XCTUnwrap(PixelBufferPool(size: view.options.pixelSize, capacity: 1).take())
    }
}

extension PixelBuffer {
    /// Whether the picture is white in every third column and row.
    var isWhite: Bool {
        Swift.stride(from: 0, to: size.height, by: 3).allSatisfy { row in
            Swift.stride(from: 0, to: size.width, by: 3).allSatisfy { color($0, row) == 0xffffff }
        }
    }

    /// A pixel's bytes as a number with blue in the lowest byte; the unused byte is ignored.
    func color(_ column: Int, _ row: Int) -> UInt32 {
        unsafe withBytes { unsafe $0.loadUnaligned(fromByteOffset: row * stride + column * 4, as: UInt32.self) }
            & 0xff_ffff
    }
}

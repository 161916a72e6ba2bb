private import CWebKitGTK
package import EngineLink
internal import Frames

/// Tries out what pages need of this machine.
@MainActor
package enum PageProbe {
    /// WebKitGTK's version, such as `2.50.6`.
    package static var engineVersion: String {
        "\(webkit_get_major_version()).\(webkit_get_minor_version()).\(webkit_get_micro_version())"
    }

    /// Gives this process the environment that pages need; while it has one
    /// thread, as the C library's environment is no thread's alone.
    package static func adoptVariables(for setup: EngineSetup) { EngineVariables.adopt(for: setup) }

    /// Initializes GTK on the display that the command has started.
    package static func begin(_ setup: EngineSetup) throws(PageError) { try PageEnvironment.begin(setup) }

    /// Confines a process as the page's is.
    package static func confine() throws(PageError) { try Sandbox.check() }

    /// Finds the library of the page's clock.
    ///
    /// - Returns: Its path.
    package static func findClockLibrary() throws(PageError) -> String { try PageProcessLibrary.find() }

    /// Shows a page in real time, and asks it something.
    ///
    /// - Parameters:
    ///   - file: The page, of one color at its upper left.
    ///   - color: That color as a number, blue in its lowest byte.
    ///   - isConfined: Whether the page's process is in the sandbox.
    ///   - question: The body of a function that returns a text.
    ///   - patience: How long all of it may take.
    /// - Returns: Whether the picture has the color, and the page's answer.
    package static func show(
        _ file: String, color: UInt32, isConfined: Bool, asking question: String, patience: Duration
    ) async throws(PageError) -> (isDrawn: Bool, answer: String) {
        var options = PageOptions()
        options.size = PixelSize(width: 320, height: 180)
        options.rendering = .painted
        options.isSandboxed = isConfined
        let arrival = Arrival()
        let view = try PageView(address: try PageAddress(file), options: options) { arrival.note($0) }
        defer { view.close() }
        let limit = Task {
            try await Task.sleep(for: patience)
            arrival.end(.failure(PageError(.hung, "The page did not answer for \(patience.text).")))
            // Pending waits end with the page's process.
            view.terminate()
        }
        defer { limit.cancel() }
        view.load()
        try await arrival.wait()
        let isDrawn = await draws(view, color)
        do {
            return (isDrawn, try await view.evaluate(question))
        } catch {
            throw PageError(.hung, "The page did not answer: \(error.message).")
        }
    }

    /// The highest number of attempts to draw; the picture arrives some rendering updates after the page.
    private static let mostDrawings = 30

    private static func draws(_ view: PageView, _ color: UInt32) async -> Bool {
        guard let picture = PixelBufferPool(size: view.options.pixelSize, capacity: 1).take() else { return false }
        for _ in 0..<mostDrawings {
            guard await view.waitForPicture() else { return false }
            view.draw(into: picture)
            let middleOfCorner = 8 * picture.stride + 8 * 4
            let pixel = picture.withBytes { $0.loadUnaligned(fromByteOffset: middleOfCorner, as: UInt32.self) }
            if pixel & 0xff_ffff == color { return true }
        }
        return false
    }
}

/// The moment at which a page has been loaded, or never will be.
@MainActor
private final class Arrival {
    private var outcome: Result<Void, PageError>?
    private var waiting: CheckedContinuation<Void, Never>?

    func note(_ event: PageEvent) {
        switch event {
        case .loaded: end(.success(()))
        case .failed(let error): end(.failure(error))
        case .crashed: end(.failure(PageError(.crashed, "The page's process crashed.")))
        default: break
        }
    }

    /// Ends the waiting; only the first end counts.
    func end(_ outcome: Result<Void, PageError>) {
        guard self.outcome == nil else { return }
        self.outcome = outcome
        waiting?.resume()
        waiting = nil
    }

    func wait() async throws(PageError) {
        if outcome == nil { await withCheckedContinuation { waiting = $0 } }
        try outcome?.get()
    }
}

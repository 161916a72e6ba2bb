private import CGStreamer
private import CWebKitGTK
package import EngineLink
internal import Frames
private import Glibc

/// Checks what pages need of this machine.
@MainActor
package enum PageProbe {
    /// WebKitGTK's version, such as `2.50.6`.
    package static var engineVersion: String {
        "\(webkit_get_major_version()).\(webkit_get_minor_version()).\(webkit_get_micro_version())"
    }

    /// The versions of the libraries that handle what a page loads.
    package static var libraryVersions: [LibraryVersion] {
        var (major, minor, micro, nano): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
        unsafe gst_version(&major, &minor, &micro, &nano)
        let soup = "\(soup_get_major_version()).\(soup_get_minor_version()).\(soup_get_micro_version())"
        return [
            LibraryVersion("WebKitGTK", engineVersion, soname: "libwebkit2gtk-4.1"),
            LibraryVersion("GStreamer", "\(major).\(minor).\(micro)", soname: "libgstreamer-1.0"),
            LibraryVersion("libsoup", soup, soname: "libsoup-3.0"),
        ]
    }

    /// Shows a page in real time and runs a script in it.
    ///
    /// - Parameters:
    ///   - file: The page, with a uniform color at its upper left.
    ///   - color: That color as a number, with blue in the lowest byte.
    ///   - isConfined: Whether the page's process runs in the sandbox.
    ///   - question: The body of a function that returns a string.
    ///   - patience: The time limit for all of it.
    /// - Returns: Whether the picture has the color, and the script's result.
    package static func show(
        _ file: String, color: UInt32, isConfined: Bool, asking question: String, patience: Duration
    ) async throws(PageError) -> (isDrawn: Bool, answer: String) {
        var options = PageOptions()
        options.size = PixelSize(width: 320, height: 180)
        options.rendering = .painted
        options.isSandboxed = isConfined
        let arrival = Promise<Result<Void, PageError>>()
        let view = try PageView(address: try PageAddress(file), options: options) { event in
            switch event {
            case .loaded: arrival.keep(.success(()))
            case .failed(let error): arrival.keep(.failure(error))
            case .crashed: arrival.keep(.failure(PageError(.crashed, "The page's process crashed.")))
            default: break
            }
        }
        defer { view.close() }
        let limit = Task {
            try await Task.sleep(for: patience)
            arrival.keep(.failure(PageError(.hung, "The page did not respond for \(patience.text).")))
            // Pending waits end with the page's process.
            view.terminate()
        }
        defer { limit.cancel() }
        view.load()
        try await arrival.value().get()
        let isDrawn = await draws(view, color)
        do {
            return (isDrawn, try await view.evaluate(question))
        } catch {
            throw PageError(.hung, "The page did not respond: \(error.message).")
        }
    }

    /// The maximum number of drawing attempts.
    ///
    /// The picture arrives some rendering updates after the page.
    private static let mostDrawings = 30

    private static func draws(_ view: PageView, _ color: UInt32) async -> Bool {
        guard let picture = PixelBufferPool(size: view.options.pixelSize, capacity: 1).take() else { return false }
        for _ in 0..<mostDrawings {
            guard await view.waitForPicture() else { return false }
            view.draw(into: picture)
            let middleOfCorner = 8 * picture.stride + 8 * 4
            let pixel = unsafe picture.withBytes {
                unsafe $0.loadUnaligned(fromByteOffset: middleOfCorner, as: UInt32.self)
            }
            if pixel & 0xff_ffff == color { return true }
        }
        return false
    }

    // MARK: Trials of the engine

    /// Initializes what pages need and writes a test page, which is removed when this process ends.
    ///
    /// - Parameters:
    ///   - html: The page.
    ///   - options: The options of the first page of this process; they determine the display's
    ///     size and scale.
    /// - Returns: The page's address.
    package static func makePage(_ html: String, options: PageOptions) throws(PageError) -> PageAddress {
        try PageEnvironment.prepare(pixelSize: options.pixelSize, scale: options.scale.screen)
        // A separate folder, because the page's process can read everything next to a page.
        let folder = "\(PageEnvironment.runtimeFolder)/trial"
        unsafe mkdir(folder, 0o700)
        let path = "\(folder)/page.html"
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        let bytes = Array(html.utf8)
        guard file >= 0, unsafe write(file, bytes, bytes.count) == bytes.count, close(file) == 0 else {
            throw PageError(
                .missingComponent, unsafe "\(path) could not be written (\(String(cString: strerror(errno)))).")
        }
        return try PageAddress(path)
    }
}

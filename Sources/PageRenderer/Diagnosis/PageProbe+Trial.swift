package import EngineLink
internal import Frames
private import Glibc

// Support for trials of the engine.

extension PageProbe {
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

package import EngineLink
internal import Frames
private import Glibc

// What a trial of the engine needs.

extension PageProbe {
    /// Starts what pages need and writes a page of our own, which is gone with this process.
    ///
    /// - Parameters:
    ///   - html: The page.
    ///   - options: How the first page of this process is going to be shown: the display has its size and scale.
    /// - Returns: Its address.
    package static func makePage(_ html: String, options: PageOptions) throws(PageError) -> PageAddress {
        try PageEnvironment.prepare(pixelSize: options.pixelSize, scale: options.scale)
        // Of its own, as the page's process sees all that is beside a page.
        let folder = "\(PageEnvironment.runtimeFolder)/trial"
        mkdir(folder, 0o700)
        let path = "\(folder)/page.html"
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        let bytes = Array(html.utf8)
        guard file >= 0, write(file, bytes, bytes.count) == bytes.count, close(file) == 0 else {
            throw PageError(.missingComponent, "\(path) could not be written (\(String(cString: strerror(errno)))).")
        }
        return try PageAddress(path)
    }
}

import Decoder
import EngineLink
import Files
import Foundation
import Synchronization

/// The page or the pictures that a user pipes into a command.
enum StandardInput {
    /// The temporary folder with the page, which lives as long as the process, and the page's address.
    private static let page = Mutex<(folder: LockedFolder, address: PageAddress)?>(nil)

    /// The size of the largest page, in bytes.
    private static let limit = 256 << 20

    /// Reads the page, at the first call.
    ///
    /// - Throws: ``PageError`` if standard input has no page, or ``FileError`` if it cannot be stored.
    static func address() throws -> PageAddress {
        try page.withLock { page in
            if let page { return page.address }
            let bytes = try read()
            let parent = FileManager.default.temporaryDirectory.path
            let name = fileName(of: bytes)
            do {
                let folder = try LockedFolder(in: parent, prefix: "pagereel-page-", mark: mark)
                try Data().write(to: URL(fileURLWithPath: "\(folder.path)/\(mark)"))
                let file = "\(folder.path)/\(name)"
                try bytes.write(to: URL(fileURLWithPath: file))
                let address = try PageAddress(standardInput: file.canonicalPath ?? file)
                page = (folder, address)
                return address
            } catch let error as PageError {
                throw error
            } catch {
                throw FileError(
                    .cannotCreateOutput,
                    "The page from standard input cannot be stored in \(parent). Set TMPDIR to another folder.",
                    cause: error)
            }
        }
    }

    /// The pictures, which live as long as the process, because another attempt cannot read them again.
    private static let pipedPictures = Mutex<PipedPictures?>(nil)

    /// Reads the pictures, at the first call.
    ///
    /// - Throws: ``FileError`` if standard input has anything but pictures, or they cannot be stored, or
    ///   `CancellationError`.
    static func pictures() throws -> PipedPictures {
        try pipedPictures.withLock { pictures in
            if let pictures { return pictures }
            let read = try PipedPictures(0, named: "standard input")
            pictures = read
            return read
        }
    }

    /// The file that marks such a folder.
    private static let mark = "pagereel-page"

    private static func read() throws -> Data {
        var bytes = Data()
        while let part = try FileHandle.standardInput.read(upToCount: 1 << 20), !part.isEmpty {
            bytes += part
            guard bytes.count <= limit else {
                throw PageError(.cannotLoad, "The page from standard input is larger than \(limit >> 20) MiB.")
            }
        }
        guard !bytes.isEmpty else {
            throw PageError(.cannotLoad, "There is no page on standard input: it is empty.")
        }
        guard !bytes.prefix(1024).contains(0) else {
            throw PageError(.cannotLoad, "What comes from standard input is not a page: it is not text.")
        }
        return bytes
    }

    /// Returns a name by whose extension the page is read as what it is: HTML, XHTML or SVG.
    private static func fileName(of bytes: Data) -> String {
        let head = String(decoding: bytes.prefix(1024), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if head.hasPrefix("<svg") { return "page.svg" }
        guard head.hasPrefix("<?xml") else { return "page.html" }
        return head.contains("<svg") ? "page.svg" : "page.xhtml"
    }
}

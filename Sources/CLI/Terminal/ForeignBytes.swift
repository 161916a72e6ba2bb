import Files
import Glibc

/// Names with bytes that are not UTF-8, which Swift's strings cannot hold.
///
/// Swift decodes arguments, variables and folders with replacement characters, so that the file of such a name would
/// not be found. The name is refused with that reason instead.
enum ForeignBytes {
    /// Refuses arguments with bytes that are not UTF-8.
    ///
    /// - Throws: A usage error.
    static func checkArguments() throws(CommandError) {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = unsafe CommandLine.unsafeArgv[index] else { continue }
            if let shown = unsafe Self.shown(argument) {
                throw CommandError(
                    .usage,
                    "the argument \(shown) has bytes that are not UTF-8. Rename the file, or name it by a link whose "
                        + "name is UTF-8.")
            }
        }
    }

    /// The variables that name files and folders, apart from pagereel's own.
    private static let variables = [
        "HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR",
    ]

    /// Refuses a working folder, and variables that name files, with bytes that are not UTF-8.
    ///
    /// - Throws: A usage error.
    static func checkEnvironment() throws(CommandError) {
        var next = unsafe environ
        while let entry = unsafe next.pointee {
            unsafe next += 1
            guard let shown = unsafe Self.shown(entry) else { continue }
            let name = String(shown.prefix { $0 != "=" })
            if variables.contains(name) || name.hasPrefix("PAGEREEL_") {
                throw CommandError(
                    .usage, "the value of \(name) has bytes that are not UTF-8. Set it to a name that is UTF-8.")
            }
        }
        guard let folder = unsafe getcwd(nil, 0) else { return }
        defer { unsafe free(folder) }
        if let shown = unsafe Self.shown(folder) {
            throw CommandError(
                .usage, "the working folder \(shown) has bytes that are not UTF-8. Run pagereel in another folder.")
        }
    }

    /// A text with its bytes that are not ASCII as `\xE9`; `nil` if it is UTF-8.
    private static func shown(_ text: UnsafePointer<CChar>) -> String? {
        guard unsafe String(validatingCString: text) == nil else { return nil }
        let bytes = unsafe UnsafeBufferPointer(start: text, count: strlen(text)).map(UInt8.init(bitPattern:))
        return bytes.map { byte in
            (0x20..<0x7f).contains(byte)
                ? String(Unicode.Scalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16).uppercased()
        }.joined()
    }
}

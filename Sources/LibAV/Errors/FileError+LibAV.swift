import CLibAV
package import Files

extension FileError {
    /// Creates an error for a failed write by libav.
    package static func write(path: String, error: LibAVError) -> FileError {
        let system = SystemError(libAV: error)
        if let system, system.isDiskFull { return diskFull(path: path, cause: error) }
        let advice = system?.advice ?? ""
        return FileError(
            .cannotWriteOutput, "The file '\(path)' cannot be written: \(error.text).\(advice)", cause: error)
    }

    /// Creates an error for an unexpected failure of an encoder, decoder or converter.
    package static func failure(_ what: String, _ error: LibAVError) -> FileError {
        FileError(.internalFailure, "\(what) failed in \(error.function).", cause: error)
    }
}

extension SystemError {
    /// The `errno` inside a libav error code; `nil` if the code is libav's own.
    init?(libAV error: LibAVError) {
        let number = recorder_avunerror(error.code)
        // libav's own codes are four-character tags, far above any `errno`.
        guard (1..<4096).contains(number) else { return nil }
        self.init(number: number)
    }
}

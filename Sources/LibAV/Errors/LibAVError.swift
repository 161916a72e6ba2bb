import CLibAV
package import Files
import Glibc
import Synchronization

/// The error of a failed libav function.
package struct LibAVError: Error, CustomStringConvertible {
    /// The negative return code: an `errno` or one of libav's four-character tags.
    package let code: CInt
    /// The C function that failed.
    package let function: String
    /// The last error that libav logged; often empty.
    package let detail: String

    package init(code: CInt, function: String) {
        self.code = code
        self.function = function
        detail = LibAVLog.shared.takeLastError()
    }

    /// Creates the error of a file that libav reads, but pagereel refuses.
    ///
    /// - Parameter reason: What users read.
    init(_ reason: String) {
        code = recorder_averror(EINVAL)
        function = ""
        detail = reason
    }

    /// libav's message for the code.
    package var text: String {
        var buffer = [CChar](repeating: 0, count: Int(AV_ERROR_MAX_STRING_SIZE))
        // Unknown codes still produce "Error number … occurred".
        unsafe av_strerror(code, &buffer, buffer.count)
        return unsafe buffer.withUnsafeBufferPointer { bytes in
            unsafe bytes.baseAddress.map { unsafe String(cString: $0) } ?? "error \(code)"
        }
    }

    /// What users read.
    ///
    /// The function's name would tell them nothing; failures that they may report have it (``FileError/failure(_:_:)``).
    package var description: String { function.isEmpty ? detail : detail.isEmpty ? text : "\(text) (\(detail))" }

    /// Whether the code stands for the given `errno`.
    package func isPOSIX(_ errno: CInt) -> Bool { code == recorder_averror(errno) }
}

/// Returns a libav function's result, or throws if it is negative.
///
/// - Parameters:
///   - function: The C function's name.
///   - code: Its result; negative means failure.
@discardableResult
package func check(_ function: String, _ code: CInt) throws(LibAVError) -> CInt {
    guard code < 0 else { return code }
    throw LibAVError(code: code, function: function)
}

/// Returns the result of a call of libav, or throws its failure as an unexpected one.
///
/// - Parameters:
///   - what: The encoder, decoder or converter that failed, as the start of a sentence.
///   - call: The call.
package func attempt<Output: ~Copyable>(
    _ what: @autoclosure () -> String, _ call: @autoclosure () throws(LibAVError) -> Output
) throws(FileError) -> Output {
    do throws(LibAVError) {
        return try call()
    } catch {
        throw .failure(what(), error)
    }
}

/// Returns memory allocated by libav, or throws `ENOMEM` if it is `nil`.
///
/// - Parameters:
///   - function: The C function's name.
///   - pointer: Its result.
package func checkAllocated<Pointer>(_ function: String, _ pointer: Pointer?) throws(LibAVError) -> Pointer {
    guard let pointer else { throw LibAVError(code: recorder_averror(ENOMEM), function: function) }
    return pointer
}

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

/// Captures libav's log, so that nothing is printed and errors can quote it.
///
/// libav has one log per process, written to from any of its threads.
package final class LibAVLog: Sendable {
    /// The log; the first use redirects libav's output from standard error.
    package static let shared = LibAVLog()

    private let lastError = Mutex("")

    private init() { unsafe av_log_set_callback(onLogLine) }

    /// Discards the last error line, because no reported error belongs to it.
    package func forget() { lastError.withLock { $0 = "" } }

    /// Returns the last error line and clears it.
    package func takeLastError() -> String {
        lastError.withLock { line in
            defer { line = "" }
            return line
        }
    }

    fileprivate func keep(_ line: String) { lastError.withLock { $0 = line } }
}

/// Keeps error lines and drops all others; called by libav on any thread.
private func onLogLine(
    context: UnsafeMutableRawPointer?, level: CInt, format: UnsafePointer<CChar>?, arguments: CVaListPointer?
) {
    unsafe DamageCount.note(context, level, format)
    guard level <= AV_LOG_ERROR, let arguments = unsafe arguments else { return }
    var line = [CChar](repeating: 0, count: 512)
    var printsPrefix: CInt = 0
    unsafe av_log_format_line(context, level, format, arguments, &line, CInt(line.count), &printsPrefix)
    let text = unsafe line.withUnsafeBufferPointer { bytes in
        unsafe bytes.baseAddress.map { unsafe String(cString: $0) } ?? ""
    }
    LibAVLog.shared.keep(String(text.reversed().drop(while: \.isWhitespace).reversed()))
}

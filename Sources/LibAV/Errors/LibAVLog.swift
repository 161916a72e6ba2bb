import CLibAV
import Synchronization

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
    guard level <= AV_LOG_ERROR, let arguments = unsafe arguments else { return }
    var line = [CChar](repeating: 0, count: 512)
    var printsPrefix: CInt = 0
    unsafe av_log_format_line(context, level, format, arguments, &line, CInt(line.count), &printsPrefix)
    let text = unsafe line.withUnsafeBufferPointer { bytes in
        unsafe bytes.baseAddress.map { unsafe String(cString: $0) } ?? ""
    }
    LibAVLog.shared.keep(String(text.reversed().drop(while: \.isWhitespace).reversed()))
}

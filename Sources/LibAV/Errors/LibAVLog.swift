import CLibAV
import Synchronization

/// Takes libav's log lines, so that nothing but errors' own text is shown.
///
/// libav has one log for the whole process; any of its threads writes.
package final class LibAVLog: Sendable {
    /// The one log; the first use takes libav's lines away from standard error.
    package static let shared = LibAVLog()

    private let lastError = Mutex("")

    private init() { av_log_set_callback(onLogLine) }

    /// Forgets the last error line, which belongs to nothing that failed.
    package func forget() { lastError.withLock { $0 = "" } }

    /// Hands out the last error line and forgets it.
    package func takeLastError() -> String {
        lastError.withLock { line in
            defer { line = "" }
            return line
        }
    }

    fileprivate func keep(_ line: String) { lastError.withLock { $0 = line } }
}

/// Keeps error lines and drops the rest; called by libav on any thread.
private func onLogLine(
    context: UnsafeMutableRawPointer?, level: CInt, format: UnsafePointer<CChar>?, arguments: CVaListPointer?
) {
    guard level <= AV_LOG_ERROR, let arguments else { return }
    var line = [CChar](repeating: 0, count: 512)
    var printsPrefix: CInt = 0
    av_log_format_line(context, level, format, arguments, &line, CInt(line.count), &printsPrefix)
    let text = line.withUnsafeBufferPointer { bytes in
        bytes.baseAddress.map { String(cString: $0) } ?? ""
    }
    LibAVLog.shared.keep(String(text.reversed().drop(while: \.isWhitespace).reversed()))
}

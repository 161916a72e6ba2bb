import Files
import Glibc

/// The file of `--log`: one JSON object per line, from any number of
/// recordings, also at the same time.
@MainActor
final class RecordingLog {
    /// Why a log cannot be written.
    struct Failure: Error, CustomStringConvertible {
        /// What failed and what to do, as a sentence.
        let description: String
    }

    private let path: String
    private let descriptor: CInt
    private var hasFailed = false

    /// Opens or creates the file.
    ///
    /// - Throws: ``Failure`` if the file cannot be written or is not a log.
    init(path: String) throws(Failure) {
        // O_NONBLOCK, in case it is a pipe without a reader.
        let descriptor = unsafe open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o666)
        guard descriptor >= 0 else {
            throw Failure(description: "The log \(path) cannot be opened (\(SystemError.last.text)).")
        }
        guard Self.canBeLog(descriptor) else {
            close(descriptor)
            throw Failure(
                description: "\(path) is not a log of recordings, and was not changed. Pass another file to --log.")
        }
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Whether a file is empty, begins like a log, or is a device.
    private static func canBeLog(_ descriptor: CInt) -> Bool {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return true }
        var first: UInt8 = 0
        return unsafe pread(descriptor, &first, 1, 0) < 1 || first == UInt8(ascii: "{")
    }

    /// Appends a line.
    ///
    /// A failure is reported once, and does not affect the recording.
    func add(_ entry: LogEntry) {
        do {
            try write(entry)
        } catch {
            if !hasFailed { Message.error(error.description) }
            hasFailed = true
        }
    }

    /// Writes a line completely or not at all.
    private func write(_ entry: LogEntry) throws(Failure) {
        let line = Array((jsonLine(entry) + "\n").utf8)
        // Other writers wait meanwhile; the kernel releases the lock of a
        // killed process.
        while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
        defer { flock(descriptor, LOCK_UN) }
        var status = stat()
        unsafe fstat(descriptor, &status)
        let count = unsafe Glibc.write(descriptor, line, line.count)
        guard count == line.count else {
            let reason = count < 0 ? SystemError.last.text : "the disk is full"
            // A partial line would corrupt the next one.
            if count > 0 { ftruncate(descriptor, status.st_size) }
            throw Failure(description: "The log \(path) cannot be written (\(reason)).")
        }
    }
}

import Glibc

/// The file of `--log`: a JSON object in each line, from as many recordings
/// as write to it, at the same time too.
@MainActor
final class RecordingLog {
    /// Why a log cannot be written.
    struct Failure: Error, CustomStringConvertible {
        /// What failed and what to do, as a sentence for a person.
        let description: String
    }

    private let path: String
    private let descriptor: CInt
    private var hasFailed = false

    /// Opens the file, or makes it.
    ///
    /// - Throws: That it cannot be written, or is something else than a log,
    ///   whose end would be spoiled.
    init(path: String) throws(Failure) {
        // Not waiting, should it be a pipe that nobody reads.
        let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o666)
        guard descriptor >= 0 else {
            throw Failure(description: "The log \(path) cannot be opened (\(String(cString: strerror(errno)))).")
        }
        guard Self.canBeLog(descriptor) else {
            close(descriptor)
            throw Failure(
                description: "The file \(path) is no log of recordings and stays as it is. Give --log another name.")
        }
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Whether a file is empty, begins as a log does, or is a device.
    private static func canBeLog(_ descriptor: CInt) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return true }
        var first: UInt8 = 0
        return pread(descriptor, &first, 1, 0) < 1 || first == UInt8(ascii: "{")
    }

    /// Adds a line.
    ///
    /// That it could not be written is told once, and changes nothing about
    /// the recording.
    func add(_ entry: LogEntry) {
        do {
            try write(entry)
        } catch {
            if !hasFailed { Message.error(error.description) }
            hasFailed = true
        }
    }

    /// Writes a line, whole or not at all.
    private func write(_ entry: LogEntry) throws(Failure) {
        let line = Array((jsonLine(entry) + "\n").utf8)
        // Others that add their lines wait meanwhile; the kernel lets go of
        // the lock of whoever is killed.
        while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
        defer { flock(descriptor, LOCK_UN) }
        var status = stat()
        fstat(descriptor, &status)
        let count = Glibc.write(descriptor, line, line.count)
        guard count == line.count else {
            let reason = count < 0 ? String(cString: strerror(errno)) : "the disk is full"
            // Half a line would spoil the next one.
            if count > 0 { ftruncate(descriptor, status.st_size) }
            throw Failure(description: "The log \(path) cannot be written (\(reason)).")
        }
    }
}

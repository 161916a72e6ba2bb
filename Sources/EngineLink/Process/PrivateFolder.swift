internal import Files
private import Glibc

/// The temporary folder of a display: its key and what its processes share.
final class PrivateFolder {
    /// Absolute path, without a slash at its end.
    var path: String { folder.path }

    private let folder: LockedFolder

    /// The name of the display's key, which every such folder holds.
    static let authority = "Xauthority"

    /// Makes a folder below `TMPDIR`, or `/tmp`.
    ///
    /// - Throws: A missing component: there is no place for temporary files.
    init() throws(PageError) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        do throws(LockedFolder.Failure) {
            folder = try LockedFolder(in: parent, prefix: "pagereel-display-", mark: Self.authority)
        } catch {
            throw PageError(
                .missingComponent,
                "No temporary folder could be made in \(parent) (\(String(cString: strerror(error.number)))). "
                    + "Make it writable, or point TMPDIR at a folder that is.")
        }
    }

    /// Removes the folder and what was written into it, once.
    func remove() { folder.remove() }

    /// Writes a new file that only this user can read.
    ///
    /// - Returns: Its path.
    func write(_ bytes: [UInt8], to name: String) throws(PageError) -> String {
        let file = "\(path)/\(name)"
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0, Glibc.write(descriptor, bytes, bytes.count) == bytes.count, close(descriptor) == 0
        else {
            throw PageError(
                .missingComponent, "\(file) could not be written (\(String(cString: strerror(errno)))).")
        }
        return file
    }

    /// Makes a folder inside that only this user can enter.
    ///
    /// - Returns: Its path.
    func makeFolder(_ name: String) throws(PageError) -> String {
        let folder = "\(path)/\(name)"
        guard mkdir(folder, 0o700) == 0 else {
            throw PageError(
                .missingComponent, "\(folder) could not be made (\(String(cString: strerror(errno)))).")
        }
        return folder
    }
}

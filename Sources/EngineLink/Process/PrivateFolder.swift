internal import Files
private import Glibc

/// The temporary folder of a display, with its key and the files that its processes share.
final class PrivateFolder {
    /// The absolute path, without a trailing slash.
    var path: String { folder.path }

    private let folder: LockedFolder

    /// The name of the authority file, which every such folder contains.
    static let authority = "Xauthority"

    /// Creates a folder in `TMPDIR` or `/tmp`.
    ///
    /// - Throws: `missingComponent` if temporary files cannot be created.
    init() throws(PageError) {
        let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        do throws(SystemError) {
            folder = try LockedFolder(in: parent, prefix: "pagereel-display-", mark: Self.authority)
        } catch {
            throw PageError(
                .missingComponent,
                "A temporary folder could not be created in \(parent) (\(error.text)). "
                    + "Make it writable, or point TMPDIR at a folder that is.")
        }
    }

    /// Removes the folder and its contents; later calls do nothing.
    func remove() { folder.remove() }

    /// Writes a new file that only this user can read.
    ///
    /// - Returns: The path of the file.
    func write(_ bytes: [UInt8], to name: String) throws(PageError) -> String {
        let file = "\(path)/\(name)"
        let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0, unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count, close(descriptor) == 0
        else {
            throw PageError(
                .missingComponent, unsafe "\(file) could not be written (\(String(cString: strerror(errno)))).")
        }
        return file
    }

    /// Creates a subfolder that only this user can enter.
    ///
    /// - Returns: The path of the subfolder.
    func makeFolder(_ name: String) throws(PageError) -> String {
        let folder = "\(path)/\(name)"
        guard unsafe mkdir(folder, 0o700) == 0 else {
            throw PageError(
                .missingComponent, unsafe "\(folder) could not be created (\(String(cString: strerror(errno)))).")
        }
        return folder
    }
}

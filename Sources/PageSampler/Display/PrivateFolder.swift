private import CWebKitGTK
private import FoundationEssentials
private import Glibc

/// A temporary folder that only this user can enter, removed with its owner.
///
/// A process that is killed removes nothing, so each folder is locked for as
/// long as its process lives (the kernel lets go of the lock however it
/// ends), and whoever makes a folder removes unlocked ones first.
final class PrivateFolder {
    /// Absolute path, without a slash at its end.
    let path: String

    private let lock: CInt
    private var isRemoved = false

    private static let prefix = "pagereel-display-"
    /// Seconds in which a new folder may not be locked yet.
    private static let graceTime = 60

    /// The name of the display's key, which every such folder holds.
    static let authority = "Xauthority"

    /// Makes a folder below `TMPDIR`, or `/tmp`.
    ///
    /// - Throws: A missing component: there is no place for temporary files.
    init() throws(PageError) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        Self.removeAbandoned(in: parent)
        var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw PageError(
                .missingComponent,
                "No temporary folder could be made in \(parent) (\(String(cString: strerror(errno)))). "
                    + "Make it writable, or point TMPDIR at a folder that is.")
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        lock = Self.lock(path)
    }

    deinit { remove() }

    /// Removes the folder and what was written into it, once.
    func remove() {
        guard !isRemoved else { return }
        isRemoved = true
        Self.removeTree(path)
        if lock >= 0 { close(lock) }
    }

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

    /// Removes a folder and all in it; links are removed, not followed.
    private static func removeTree(_ path: String) {
        // What cannot be removed stays for whoever sweeps next.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Locks a folder, or gives -1 if somebody else has.
    private static func lock(_ folder: String) -> CInt {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return -1 }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return -1
        }
        return descriptor
    }

    private static func removeAbandoned(in parent: String) {
        for name in entries(of: parent) where name.hasPrefix(prefix) {
            let folder = "\(parent)/\(name)"
            var status = stat()
            guard lstat(folder, &status) == 0, status.st_uid == geteuid(), status.st_mode & S_IFMT == S_IFDIR,
                time(nil) - status.st_mtim.tv_sec > graceTime
            else { continue }
            let lock = lock(folder)
            guard lock >= 0 else { continue }
            // A folder of that name without the key is somebody else's.
            if access("\(folder)/\(authority)", F_OK) == 0 { removeTree(folder) }
            close(lock)
        }
    }

    private static func entries(of folder: String) -> [String] {
        guard let handle = opendir(folder) else { return [] }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}

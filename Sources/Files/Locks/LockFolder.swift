import Glibc

/// The folder of a user's lock files, which no other user can access.
///
/// Its path depends on the user only, so it is the same in a terminal and under cron, whose
/// environments differ.
enum LockFolder {
    /// Creates the folder if it does not exist, and returns its path.
    ///
    /// - Throws: ``NamedLockError/unusable(_:reason:)``.
    static func make() throws(NamedLockError) -> String {
        let folder = "/tmp/pagereel-locks-\(geteuid())"
        if unsafe mkdir(folder, 0o700) != 0 && errno != EEXIST {
            throw .unusable(folder)
        }
        var status = stat()
        guard unsafe lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
            status.st_mode & 0o077 == 0
        else { throw .unusable(folder, reason: "it is not a folder that belongs to this user alone") }
        return folder
    }
}

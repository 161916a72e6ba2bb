import ArgumentParser
import Files
import Glibc
import Notation

/// Options for which outputs remain.
struct KeepArguments: ConfigurableTable {
    @Setting(
        "keep",
        "Keep this many of the newest outputs of a template like %Y-%m-%d.mp4, or those of a time like 90d; remove older "
            + "ones.", .keepLimit, as: "number|time", .detail, .notRepeated)
    var keep: KeepLimit?

    @Setting(
        "keep-size", "Keep the newest outputs of a template that together have at most this size, like 20G.",
        StorageSize.form, as: "size", .detail, .notRepeated)
    var keepSize: StorageSize?

    @Setting(
        "keep-incomplete",
        "Keep the video of a recording that ends early because the page hangs or crashes, or by a signal.", .detail,
        .notRepeated)
    var keepIncomplete = true

    /// Whether older outputs are removed.
    var removes: Bool { keep != nil || keepSize != nil }

    /// The limits as they are typed.
    var text: String {
        [keep.map { "--keep \($0)" }, keepSize.map { "--keep-size \($0)" }].compactMap(\.self)
            .joined(separator: ", ")
    }

    /// Rejects the options for an output whose name does not suit them.
    func validate(for output: OutputName?) throws {
        guard removes else { return }
        guard let output else {
            throw ValidationError("--keep needs an --output whose name holds the time, like -o '%Y-%m-%d.mp4'.")
        }
        _ = try OldOutputs(output)
    }
}

/// The outputs of a template, of which only the newest are kept.
///
/// They are recognized by their names, in the template's folder. Symbolic links
/// and folders are ignored.
struct OldOutputs {
    struct Removal {
        var removed: [String] = []
        /// A sentence for each path that could not be removed.
        var failures: [String] = []
    }

    /// The template's folder with a final slash; empty for the working folder.
    private let folder: String
    private let name: TimedName

    /// Parses a template.
    ///
    /// - Throws: `ValidationError` for a template whose outputs cannot be
    ///   recognized or sorted.
    init(_ output: OutputName) throws {
        let template = output.template
        name = TimedName(template: String(template.fileName))
        let parts = template.dropLast(template.fileName.count).split(separator: "%%", omittingEmptySubsequences: false)
        guard !parts.contains(where: { $0.contains("%") }) else {
            throw ValidationError(
                "--keep works in one folder: put the time into the file's name, like -o 'reports/%Y-%m-%d.mp4'.")
        }
        folder = parts.joined(separator: "%")
        guard name.template.contains("%") else {
            throw ValidationError(
                "--keep needs an output with the time in its name, like -o 'reports/%Y-%m-%d.mp4': it removes only "
                    + "what the same template made.")
        }
        guard name.ordersByTime else {
            throw ValidationError(
                "--keep cannot sort names like '\(name.text(at: 0))' by age. Use a time that begins with the year, like "
                    + "-o 'reports/%Y-%m-%d.mp4'.")
        }
    }

    /// Removes all outputs but the newest; the latest is always kept.
    ///
    /// Names with a later time than the latest output's are left alone: the
    /// template cannot have made them yet.
    ///
    /// - Parameters:
    ///   - limit: How many to keep, or how old they may be; `nil` for no limit.
    ///   - size: How many bytes they may have together, with the latest; `nil` for no limit.
    ///   - latest: The path of the latest output.
    func remove(keeping limit: KeepLimit?, size: Int? = nil, latest: String) -> Removal {
        var removal = Removal()
        guard let now = name.time(of: String(latest.fileName)) else { return removal }
        guard let handle = unsafe opendir(folder.isEmpty ? "." : folder) else {
            removal.failures.append("The folder \(folder) cannot be read (\(reason)): no older outputs were removed.")
            return removal
        }
        defer { unsafe closedir(handle) }
        let older = unsafe fileNames(in: handle).compactMap { name in
            self.name.time(of: name).map { (time: $0, name: name) }
        }.filter { $0.time < now }
        var total = unsafe self.size(of: String(latest.fileName), in: handle) ?? 0
        var kept = 1
        for (time, name) in older.sorted(by: >) {
            guard let bytes = unsafe self.size(of: name, in: handle) else { continue }
            total += bytes
            let isTooOld = limit?.seconds.map { now - time > $0 } ?? false
            if !isTooOld, kept < limit?.count ?? .max, total <= size ?? .max {
                kept += 1
            } else if unsafe unlinkat(dirfd(handle), name, 0) == 0 {
                removal.removed.append(folder + name)
            } else {
                removal.failures.append("The older output \(folder + name) cannot be removed (\(reason)).")
            }
        }
        return removal
    }

    private var reason: String { SystemError.last.text }

    /// The size of a file in bytes; `nil` for what is no regular file.
    private func size(of name: String, in handle: OpaquePointer) -> Int? {
        var status = stat()
        guard unsafe fstatat(dirfd(handle), name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }
}

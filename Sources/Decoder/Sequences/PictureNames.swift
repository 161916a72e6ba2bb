package import Files
import Foundation
import Glibc

/// The files that a name stands for: a file, numbered files, the files of a folder, or those that match a pattern.
///
/// A file that exists is always that file, whatever characters its name has.
package struct PictureNames: Sendable {
    /// What the name is.
    package enum Kind: Sendable {
        /// The name of a file, which may not exist.
        case file
        /// A pattern of numbered files, like `frame_%04d.png`.
        case numbered
        /// A pattern of a shell, like `*.png`.
        case pattern
        /// A folder.
        case folder
        /// A pipe of pictures.
        case pipe
    }

    /// What the name is.
    package let kind: Kind
    /// A path for each picture, in order, at least one; `nil` for black.
    package let paths: [String?]
    /// Warnings about files that were left out, for the user, as sentences.
    package let warnings: [String]

    /// Finds the files.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - numbers: Which of the numbered files are shown.
    /// - Throws: ``FileError/Code/unreadableInput`` if there is no file, or one is missing.
    package init(_ name: String, numbers: NumberedPictures = NumberedPictures()) throws(FileError) {
        if name.isFolder {
            (paths, warnings) = try Self.pictures(inFolder: name)
            kind = .folder
        } else if FileIdentity(of: name) != nil {
            (kind, paths, warnings) = (.file, [name], [])
        } else if let pattern = SequenceName(name) {
            paths = try numbers.paths(of: pattern, named: name)
            (kind, warnings) = (.numbered, [])
        } else if name.contains(#/[*?\[]|{.*,.*}/#) {
            paths = try Self.matches(of: name)
            (kind, warnings) = (.pattern, [])
        } else {
            (kind, paths, warnings) = (.file, [name], [])
        }
    }

    /// Names the pictures of a pipe.
    package init(_ pipe: PipedPictures) { (kind, paths, warnings) = (.pipe, pipe.paths, []) }

    // MARK: Folders

    /// How many files that are left out are named.
    private static let mostNames = 5

    /// The pictures of a folder, and a warning about its other files.
    private static func pictures(inFolder folder: String) throws(FileError) -> ([String], [String]) {
        let names: [String]
        do {
            names = try folder.names()
        } catch {
            throw FileError(.unreadableInput, "The folder '\(folder)' cannot be read: \(error.text).")
        }
        let start = folder.hasSuffix("/") ? folder : folder + "/"
        var (paths, others): ([String], [String]) = ([], [])
        for name in names.sorted(by: isBefore) {
            if name.hasPrefix(".") {
                others.append("'\(name)' (hidden)")
            } else if (start + name).isFolder {
                others.append("'\(name)' (a folder)")
            } else if isPicture(start + name) {
                paths.append(start + name)
            } else {
                others.append("'\(name)' (not a picture)")
            }
        }
        let more = others.count - mostNames
        let list = others.prefix(mostNames).joined(separator: ", ") + (more > 0 ? " and \(more) others" : "")
        guard !paths.isEmpty else {
            throw FileError(
                .unreadableInput,
                "The folder '\(folder)' has no pictures" + (others.isEmpty ? ": it is empty." : ", only \(list)."))
        }
        return (paths, others.isEmpty ? [] : ["Left out of the folder '\(folder)': \(list)."])
    }

    /// Whether a file begins like a picture; also `true` of a file that cannot be read, which fails when it is.
    private static func isPicture(_ path: String) -> Bool {
        // The error is reported when the picture is read.
        guard let front = try? PictureContents(path: path, limit: 4096) else { return true }
        // Whatever has no format of a picture is left out, with a warning.
        return (try? front.kind()) != nil
    }

    /// Whether a name is before another one: as people sort them, `img2` before `img10`.
    private static func isBefore(_ one: String, _ other: String) -> Bool {
        switch one.compare(other, options: [.numeric, .caseInsensitive]) {
        case .orderedAscending: true
        case .orderedDescending: false
        case .orderedSame: one < other
        }
    }

    // MARK: Patterns

    /// The files that match a pattern of a shell.
    private static func matches(of pattern: String) throws(FileError) -> [String] {
        var found = unsafe glob_t()
        let code = unsafe glob(pattern, GLOB_BRACE | GLOB_ERR, nil, &found)
        defer { unsafe globfree(&found) }
        guard code == 0 else {
            let reason = code == GLOB_NOMATCH ? "no file matches it" : "a folder cannot be read"
            throw FileError(.unreadableInput, "The pictures '\(pattern)' cannot be read: \(reason).")
        }
        let paths = unsafe (0..<Int(found.gl_pathc)).compactMap { index in
            unsafe found.gl_pathv[index].map { unsafe String(cString: $0) }
        }
        return paths.sorted(by: isBefore)
    }
}

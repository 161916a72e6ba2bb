import Decoder
import Encoder
import EngineLink
import Files
import Frames
import Glibc
import Notation
import PictureComparison
import SystemPackage

/// The result of `pagereel stills`, as `--json` prints it.
struct StillsReport: Encodable {
    struct Picture: Encodable {
        let moment: String
        /// Seconds since the page began to arrive.
        let pageTime: Double
        let file: String
    }

    /// A picture compared with the reference picture of its name.
    struct Compared: Encodable {
        let name: String
        /// `same`, `different`, `added`, `missing` or `kept`.
        let outcome: String
        let differentPixels: Int?
        /// The largest difference of a channel, 0 to 255.
        let largest: Int?
        let difference: String?
        let message: String

        init(_ entry: FolderComparison.Entry, isKept: Bool) {
            name = entry.name
            var known: PictureDifference?
            switch entry.outcome {
            case .same(let difference):
                known = difference
                outcome = "same"
                message =
                    difference.largest == 0 ? "same" : "same within the tolerance (at most \(difference.largest) apart)"
            case .different(let difference):
                known = difference
                outcome = isKept ? "kept" : "different"
                message = (isKept ? "kept; it was " : "") + Self.words(for: difference)
            case .added:
                outcome = isKept ? "kept" : "added"
                message = isKept ? "kept" : "new: there is no reference picture of this name; --update saves it"
            case .missing:
                outcome = "missing"
                message = "missing: only the reference picture exists"
            }
            differentPixels = known?.differentPixels
            largest = known?.largest
            difference = isKept ? nil : entry.picture
        }

        /// The result for people.
        var line: String { "\(name): \(message)" + (difference.map { "; see \($0)" } ?? "") }

        private static func words(for difference: PictureDifference) -> String {
            guard difference.size == difference.keptSize else {
                return "different: \(difference.size) in place of \(difference.keptSize)"
            }
            let percent = (difference.share * 10_000).rounded() / 100
            let box = difference.box.map {
                ", within \($0.columns.count)x\($0.rows.count) pixels at \($0.columns.lowerBound),\($0.rows.lowerBound)"
            }
            return
                "different: \(quantity(difference.differentPixels, "pixel")) (\(percent) %), at most \(difference.largest) apart"
                + (box ?? "")
        }
    }

    let pictures: [Picture]
    /// Moments that did not come.
    let missing: [String]
    /// The files of `screenshot` steps.
    let screenshots: [String]
    /// The steps and what became of them, in order.
    let steps: [StepJSON]
    /// `nil` without `--compare`.
    let comparison: [Compared]?

    /// The comparison's lines for what does not match.
    var mismatches: [String] {
        (comparison ?? []).filter { !["same", "kept"].contains($0.outcome) }.map(\.line)
    }

    /// Whether all moments came and all pictures match.
    var passed: Bool {
        missing.isEmpty && (comparison ?? []).allSatisfy { ["same", "kept"].contains($0.outcome) }
    }

    var text: String {
        let taken = pictures.map { "\($0.file): \($0.moment), at \(Duration.seconds($0.pageTime).preciseText)" }
        let compared = (comparison ?? []).map(\.line)
        let shots = screenshots.map { "\($0): screenshot" }
        return (taken + shots + compared).map(Message.printable).joined(separator: "\n")
    }
}

extension ComparisonArguments {
    /// Fails early if there are no reference pictures to compare with.
    ///
    /// - Throws: ``FileError``.
    func requireReferences() throws(FileError) {
        guard let compare, !update, unsafe access(compare, F_OK) != 0, errno == ENOENT else { return }
        throw FileError(
            .unreadableInput,
            "There is no folder \(compare) with reference pictures yet. Add --update to make it of these stills.")
    }

    /// Fails early if pictures of one kind would replace those of another.
    ///
    /// - Parameters:
    ///   - output: The folder of the new pictures.
    ///   - screenshots: That of the steps' pictures; `nil` if it is the same.
    /// - Throws: ``FileError``.
    func requireDistinctFolders(output: String, screenshots: String?) throws(FileError) {
        guard let compare else { return }
        let folders = [
            ("the new stills", output), ("--compare", compare),
            ("--differences", differences ?? "\(output)/differences"), ("--screenshots", screenshots ?? "\(output)/"),
        ]
        for (index, (name, folder)) in folders.enumerated() {
            for (other, path) in folders[(index + 1)...] where Self.place(of: folder) == Self.place(of: path) {
                // Screenshots are compared as the stills are, in their folder.
                if other == "--screenshots", name == "the new stills" { continue }
                throw FileError(
                    .invalidSettings,
                    "\(folder) would have both \(name == "--compare" ? "the reference images" : name) and "
                        + "\(Self.contents(of: other)), which replace each other. Choose another folder.")
            }
        }
    }

    private static func contents(of option: String) -> String {
        switch option {
        case "--compare": "the reference images"
        case "--differences": "the difference images (--differences)"
        default: "the pictures of steps (--screenshots)"
        }
    }

    /// Where a folder is, whatever links lead to it; the place where it would be created if there is no such folder.
    private static func place(of folder: String) -> String {
        if let path = folder.canonicalPath { return path }
        let path = FilePath(folder).lexicallyNormalized()
        let parent = path.removingLastComponent().string
        return ((parent.isEmpty ? "." : parent).canonicalPath ?? parent) + "/" + (path.lastComponent?.string ?? "")
    }

    /// Fails early if the pictures of differences, or new reference pictures, cannot be created.
    ///
    /// - Throws: ``FileError``.
    func requireCreatable(moments: [PictureMoment]) throws(FileError) {
        guard let compare else { return }
        for folder in [differences, update ? compare : nil].compactMap(\.self) {
            for moment in moments {
                let path = "\(folder)/\(StillFile.name(for: moment))"
                try OutputFile.requireCreatable(path, overwrite: true, content: .picture)
            }
        }
    }

    /// Compares the pictures of this run with the reference pictures if `--compare` is given, and updates those with
    /// `--update`.
    ///
    /// - Parameters:
    ///   - paths: The pictures; those in other folders are not compared.
    ///   - output: The folder of the stills, which may have pictures of an earlier run.
    ///   - own: The parts of single pictures that are not compared, with the names of the pictures.
    /// - Returns: A result for each picture and each reference picture; `nil` without `--compare`.
    /// - Throws: ``FileError``.
    func compare(
        _ paths: [String], in output: String, ignoring own: [(name: String, parts: [PictureRegion])]
    ) throws -> [StillsReport.Compared]? {
        guard let kept = compare else { return nil }
        // The first time, there are no reference pictures.
        if update, unsafe access(kept, F_OK) != 0 { unsafe mkdir(kept, 0o777) }
        let comparison = try FolderComparison(
            new: output, names: Self.names(of: paths, in: output), kept: kept, tolerance: pictureTolerance,
            ignoring: ignoredRegions.map(\.box),
            ignoringIn: Dictionary(own.map { ($0.name, $0.parts.map(\.box)) }) { $1 },
            differences: differences ?? "\(output)/differences")
        return try comparison.entries.map { entry in
            if update { try keep(entry, of: output, in: kept) }
            return StillsReport.Compared(entry, isKept: update)
        }
    }

    private static func names(of paths: [String], in folder: String) -> Set<String> {
        let folder = FilePath(folder).lexicallyNormalized()
        let files = paths.map { FilePath($0).lexicallyNormalized() }
        return Set(files.filter { $0.removingLastComponent() == folder }.compactMap { $0.lastComponent?.string })
    }

    private func keep(_ entry: FolderComparison.Entry, of output: String, in kept: String) throws {
        switch entry.outcome {
        case .different, .added:
            let picture = try StillReader.read("\(output)/\(entry.name)")
            try StillWriter.write(picture, to: "\(kept)/\(entry.name)", overwrite: true)
            // The difference is resolved.
            if let picture = entry.picture { unsafe unlink(picture) }
        case .same, .missing: break
        }
    }
}

import Files

/// Checks that outputs overwrite neither each other nor their sources.
enum OutputNames {
    /// The identity of a file, independent of its path.
    private enum Identity: Hashable {
        /// An existing file.
        case file(FileIdentity)
        /// A file that does not exist: its folder and its name in it.
        case name(folder: String, name: String)
    }

    /// Rejects outputs that are the same file as another output or a source.
    ///
    /// - Throws: `FileError/Code/invalidSettings`.
    static func check(_ plan: TimelinePlan) throws(FileError) {
        let sources = sources(of: plan).map { (path: $0, identity: identity(of: $0)) }
        var seen: [Identity: String] = [:]
        for output in plan.outputs {
            for path in paths(of: output, in: plan) {
                let identity = identity(of: path)
                if let source = sources.first(where: { $0.identity == identity }) {
                    throw FileError(
                        .invalidSettings,
                        "The output '\(path)' is '\(source.path)' itself, which the timeline is made of. Choose another "
                            + "name."
                    ).at(output.origin)
                }
                if let other = seen.updateValue(output.path, forKey: identity) {
                    throw FileError(
                        .invalidSettings,
                        "The outputs '\(other)' and '\(output.path)' are the same file. Choose another name for one of "
                            + "them."
                    ).at(output.origin)
                }
            }
        }
    }

    /// The paths of all files of an output.
    private static func paths(of output: PlannedOutput, in plan: TimelinePlan) -> [String] {
        guard case .sequence = output.kind, let name = SequenceName(output.path) else { return [output.path] }
        let selection = output.selection(of: plan)
        return (0..<selection.count).map { name.path(ofFrame: selection.frame(at: $0)) }
    }

    /// The paths of all source files of a timeline.
    private static func sources(of plan: TimelinePlan) -> Set<String> {
        var paths = Set(plan.sounds.map(\.path))
        for clip in plan.clips + plan.overlays {
            switch clip.source {
            case .video(let path), .animation(let path), .still(let path): paths.insert(path)
            case .page(let page): paths.insert(page.address)
            case .color, .title, .custom: break
            }
        }
        return paths
    }

    private static func identity(of path: String) -> Identity {
        if let file = FileIdentity(of: path) { return .file(file) }
        let folder = path.parentPath
        return .name(folder: folder.canonicalPath ?? folder, name: String(path.fileName))
    }
}

/// The name pattern of an image sequence: `frames/%05d.png`.
struct SequenceName: Sendable, Equatable {
    private let before: String
    private let digits: Int
    private let after: String

    /// Reads a path whose last component contains one `%d` or `%05d`; `nil` otherwise.
    init?(_ path: String) {
        guard let match = path.wholeMatch(of: #/([^%]*)%([0-9]{0,2})d([^%\/]*)/#) else { return nil }
        before = String(match.1)
        digits = Int(match.2) ?? 1
        after = String(match.3)
    }

    /// The path of a frame's file.
    func path(ofFrame frame: Int) -> String {
        let number = String(frame)
        return before + String(repeating: "0", count: max(0, digits - number.count)) + number + after
    }
}

import ArgumentParser
import EngineLink
import Files
import Notation

/// The option for the pictures of `screenshot` steps.
struct ScreenshotArguments: ConfigurableTable {
    @Setting(
        "screenshots",
        "Folder for the pictures of screenshot: in the file of --do. (default: beside the output; without one, the "
            + "current folder)", .text, as: "folder", .folder, .notRepeated, .detail)
    var screenshots: String?

    /// Reserves the pictures of a plan's steps.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - output: The file of the recording, which the names of the pictures begin with if there is no folder for them.
    ///   - isPrefixed: Whether they begin with it even then.
    /// - Returns: `nil` if no step takes a picture.
    /// - Throws: ``FileError`` if one exists and may not be replaced.
    func reserve(
        for plan: TakePlan, output: String, isPrefixed: Bool = false, overwrite: Bool
    ) throws(FileError) -> Screenshots? {
        let (folder, prefix) = place(beside: output, isPrefixed: isPrefixed)
        return try Screenshots(plan, in: folder, prefix: prefix, overwrite: overwrite)
    }

    /// The paths of the pictures of a plan's steps; see ``reserve(for:output:isPrefixed:overwrite:)``.
    func paths(for plan: TakePlan, output: String, isPrefixed: Bool) -> [String] {
        let (folder, prefix) = place(beside: output, isPrefixed: isPrefixed)
        return Screenshots.files(of: plan, in: folder, prefix: prefix).map(\.path)
    }

    private func place(beside output: String, isPrefixed: Bool) -> (folder: String, prefix: String) {
        (screenshots ?? output.parentPath, screenshots == nil || isPrefixed ? Self.prefix(of: output) : "")
    }

    /// What the names of the pictures of an output begin with.
    static func prefix(of output: String) -> String {
        let name = output.fileName
        return "\(name.utf8.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name[...])-"
    }
}

extension ConfigurableCommand {
    /// Refuses a typed `--screenshots` without steps; a configuration may have it for others.
    func refuseScreenshots(without steps: String?) throws {
        guard steps == nil, typedOptionsOfGroups["screenshots"] != nil else { return }
        throw ValidationError("--screenshots needs steps that take them: give a file of steps with --do.")
    }
}

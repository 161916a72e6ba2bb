import ArgumentParser
import Notation

/// The command of `--upload`, with `{file}` and `{name}` for a video's path and its name in the batch.
struct UploadCommand: Sendable, Equatable, CustomStringConvertible {
    /// The template as it is parsed.
    let description: String

    /// Checks a template.
    ///
    /// - Throws: `ValidationError` for one without `{file}`, or with a placeholder in quotes.
    init(_ text: String) throws(ValidationError) {
        guard text.contains("{file}") else {
            throw ValidationError("the command needs {file} for the video, like 'rclone copyto {file} bucket:{name}'.")
        }
        var quote: Character?
        for (index, character) in zip(text.indices, text) {
            if let open = quote {
                guard !["{file}", "{name}"].contains(where: text[index...].hasPrefix) else {
                    throw ValidationError("write {file} and {name} without quotes; their values are quoted.")
                }
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
                quote = character
            }
        }
        description = text
    }

    /// The command for a video, with its path quoted for the shell.
    ///
    /// - Parameter output: The output as the batch's template makes it.
    func text(for output: String) -> String {
        let name = output.hasPrefix("./") ? String(output.dropFirst(2)) : output
        // A path that begins with a dash would be an option.
        let file = name.hasPrefix("-") ? "./\(name)" : name
        // One at a time, so that a name with a placeholder in it is not replaced again.
        return description.split(separator: "{file}", omittingEmptySubsequences: false)
            .map { $0.replacing("{name}", with: ShellWords.join([name])) }
            .joined(separator: ShellWords.join([file]))
    }
}

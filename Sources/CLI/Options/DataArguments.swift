import EngineLink
import Files
import Manifest
import Notation

/// Whether a value of `--data` is the data itself.
@Sendable
private func isJSON(_ text: String) -> Bool { ["{", "[", "\""].contains(text.prefix(1)) }

/// The option for data that the page reads.
struct DataArguments: ConfigurableTable {
    @Setting(
        "data", "JSON object that the page reads as window.pagereelData, or a file with one.", .text, as: "json|file",
        .fileUnless(isJSON), .detail, .notRepeated)
    var data: String?

    /// Sets the data in a page's options.
    ///
    /// - Throws: ``FileError`` for a file that cannot be read, or for another text than a JSON object.
    func apply(to options: inout PageOptions) throws {
        guard let data else { return }
        let isText = isJSON(data)
        let text = isText ? data : try TextFile.read(data, as: "data")
        if let mistake = JSONSyntax.mistake(in: text) {
            throw FileError(
                isText ? .invalidSettings : .unreadableInput,
                "\(isText ? "The value of --data" : data), line \(mistake.line): \(mistake.reason). Write a JSON object, "
                    + "like {\"name\": \"Ada\"}.")
        }
        options.data = text
    }
}

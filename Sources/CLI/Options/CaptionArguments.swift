import ArgumentParser
import Encoder
import Notation
import Timeline

/// The option for the page's captions.
struct CaptionArguments: ConfigurableTable {
    @Setting(
        "captions",
        "Write the page's captions as a track of subtitles in this language, such as en, or und if it is not known. "
            + "(default: no track)", .language, as: "language", .detail)
    var captions: String?

    /// Checks the option against the output's file type.
    ///
    /// - Parameter output: The file's name.
    func validate(for output: String) throws {
        guard let container = MovieContainer(fileName: output), container.isAnimation, captions != nil else { return }
        throw ValidationError(
            "A .\(container.rawValue) file has no subtitles. Leave out --captions, or write to .mp4.")
    }
}

import ArgumentParser
import Encoder
import Glibc
import Recorder

/// The name of the file to write, as it was typed.
struct OutputName: ExpressibleByArgument {
    /// What was typed, perhaps with strftime's conversions.
    let template: String

    init?(argument: String) { template = argument }

    /// The name at a moment, with conversions like `%Y-%m-%d` filled in.
    ///
    /// - Parameter time: Seconds since 1970, shown in the local time zone.
    /// - Throws: A sentence, for a name that cannot be a video's.
    func path(at time: time_t) throws -> String {
        guard template != "-" else {
            throw ValidationError(
                "A video with its index in front is finished by going back to its beginning, which a pipe does not "
                    + "allow. Name a file: -o video.mp4")
        }
        let path = template.contains("%") ? TimedName(template: template).text(at: time) : template
        guard let name = path.split(separator: "/", omittingEmptySubsequences: false).last, !name.isEmpty else {
            throw ValidationError("The output '\(template)' names no file. Write -o video.mp4")
        }
        guard MovieContainer(fileName: String(name)) != nil else {
            throw ValidationError(
                "The output '\(path)' does not say what kind of file it is; give it a name that ends in "
                    + "\(MovieContainer.fileNames).")
        }
        return path
    }
}

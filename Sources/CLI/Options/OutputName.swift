import ArgumentParser
import Encoder
import Files
import Glibc
import Notation

/// The output's file name, as typed.
struct OutputName: Equatable {
    /// The name, possibly with strftime(3) conversions.
    let template: String

    /// Returns the name with conversions like `%Y-%m-%d` replaced.
    ///
    /// - Parameters:
    ///   - time: Seconds since 1970, written in the local time zone.
    ///   - mayBeSound: Whether the name may be that of a file with sound alone.
    /// - Throws: `ValidationError` if the name cannot be a video's.
    func path(at time: time_t, mayBeSound: Bool = false) throws -> String {
        guard template != "-" else {
            throw ValidationError(
                "Cannot write to standard output: a video's index is written to its beginning last, which a pipe does "
                    + "not allow. Name a file: -o video.mp4")
        }
        try TimedName(template: template).check()
        let path = template.contains("%") ? TimedName(template: template).text(at: time) : template
        guard !path.fileName.isEmpty else {
            throw ValidationError("The output '\(template)' names no file. Write -o video.mp4")
        }
        guard SoundFileFormat(fileName: String(path.fileName)) == nil else {
            guard !mayBeSound else { return path }
            throw ValidationError(
                "The output '\(path)' is a file with sound alone, but pictures make a video or an animation. Give it a "
                    + "name that ends in \(MovieContainer.fileNames).")
        }
        guard MovieContainer(fileName: String(path.fileName)) != nil else {
            if StillFormat(fileName: String(path.fileName)) != nil {
                throw ValidationError(
                    "The output '\(path)' is a single picture. 'pagereel stills' takes pictures of a page, and --poster "
                        + "writes one of a video. For a video or an animation, give it a name that ends in "
                        + "\(MovieContainer.fileNames).")
            }
            throw ValidationError(
                "The output '\(path)' has no known file type. Give it a name that ends in \(MovieContainer.fileNames)"
                    + (mayBeSound ? "; for the sound alone, \(SoundFileFormat.fileNames)." : "."))
        }
        return path
    }
}

extension Form where Value == OutputName {
    /// The name of a video or a sound, as typed.
    static var outputName: Form { Form("a name", write: \.template) { OutputName(template: $0) } }
}

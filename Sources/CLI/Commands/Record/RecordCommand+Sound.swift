import ArgumentParser
import Encoder
import LibAV

extension RecordCommand {
    /// Rejects typed options that have no effect on a file with sound alone.
    ///
    /// Those of a configuration are for recordings that have pictures.
    ///
    /// - Parameter output: The file's name.
    func validateSoundAlone(_ output: String) throws {
        guard let format = SoundFileFormat(fileName: output) else { return }
        try format.rejectForeignOptions(among: typedOptionsOfGroups)
        if let mistake = format.mismatch(with: sound.encoding) {
            throw ValidationError("\(mistake) The rate is set by --audio-rate.")
        }
        guard sound.audio != nil || pageSound.settings.isRecorded else {
            throw ValidationError(
                "A .\(format.rawValue) file has sound alone, but the page's sound is off and there is no soundtrack. Give "
                    + "one with --audio, or leave out --page-audio and --page-volume.")
        }
    }
}

extension SoundFileFormat {
    /// Rejects typed options that a file with sound alone cannot follow: those of pictures, and another codec.
    ///
    /// - Parameter typed: The typed options, by name.
    func rejectForeignOptions(among typed: [String: String]) throws {
        let ofPictures =
            VideoArguments.facts + StreamArguments.facts + PosterArguments.facts + VideoPhotoArguments.facts
        // The frame rate decides how long the recording is, to the frame.
        let others = ofPictures.map(\.name).filter { $0 != "fps" } + ["captions", "audio-tracks"]
        let given = others.filter { typed[$0] != nil }.map { "--\($0)" }
        guard given.isEmpty else {
            throw ValidationError(
                "A .\(rawValue) file has sound alone, in one track. Leave out \(given.joined(separator: " and ")), or write "
                    + "to .mp4.")
        }
        guard typed["audio-codec"] == nil || typed["audio-codec"] == codec.rawValue else {
            throw ValidationError("A .\(rawValue) file contains sound in \(codec.title). Leave out --audio-codec.")
        }
    }
}

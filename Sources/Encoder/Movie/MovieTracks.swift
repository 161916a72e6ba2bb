import Files
import Frames
import LibAV

/// A movie's file, and its tracks beside the pictures: sounds and subtitles.
///
/// Used on the encoder's thread only. An unfinished file is removed on deinitialization.
final class MovieTracks {
    /// The file.
    let muxer: Muxer
    private let frameRate: FrameRate
    private let encoding: SoundEncoding
    private let sounds: [SoundWriter]
    private let subtitles: [SubtitleWriter]
    /// The track of texts that are added while the movie is written.
    private let captions: SubtitleWriter?

    /// Creates the tracks and writes the file's header.
    ///
    /// - Parameters:
    ///   - muxer: The file, to which the pictures' stream was added.
    ///   - movieSounds: The sound tracks; none for a silent movie.
    ///   - encoding: How they are encoded.
    ///   - tracks: The tracks of subtitles.
    ///   - creationTime: Seconds since 1970.
    ///   - metadata: The metadata known so far.
    init(
        _ muxer: Muxer, frameRate: FrameRate, sounds movieSounds: [any MovieSound], as encoding: SoundEncoding,
        subtitles tracks: MovieSubtitles, creationTime: Int, metadata: MovieMetadata
    ) throws(FileError) {
        self.muxer = muxer
        self.frameRate = frameRate
        self.encoding = encoding
        sounds = try movieSounds.map { sound throws(FileError) in
            try SoundWriter(sound, as: encoding, muxer: muxer)
        }
        subtitles = try tracks.tracks.map { track throws(FileError) in
            try SubtitleWriter(track, isComplete: true, muxer: muxer)
        }
        captions = try tracks.captions.map { track throws(FileError) in
            try SubtitleWriter(track, isComplete: false, muxer: muxer)
        }
        muxer.hasOneStream = isWaitingForSound
        try muxer.writeHeader(
            movieTimeScale: MovieFile.movieTimeScale(
                for: frameRate, sampleRate: sounds.isEmpty ? SoundFormat.movieSampleRate : encoding.sampleRate),
            creationTime: creationTime, metadata: metadata)
    }

    /// Writes the sounds and the texts at least up to a number of frames.
    func advance(to count: Int) throws(FileError) {
        for sound in sounds { try sound.advance(toAtLeast: samples(forFrames: count)) }
        for text in texts { try text.advance(to: frameRate.time(ofFrame: count)) }
        muxer.hasOneStream = isWaitingForSound
    }

    /// Adds a text to the track of captions.
    func add(_ caption: SubtitleCue) { captions?.add(caption) }

    /// Completes the tracks, whose pictures are written, and the file.
    ///
    /// - Returns: The file's length in bytes, and the sound.
    func finish(
        frameCount: Int, chapters: [Chapter], metadata: MovieMetadata
    ) throws(FileError) -> (bytes: Int, sound: SoundSummary?) {
        let total = samples(forFrames: frameCount)
        let summaries = try sounds.map { sound throws(FileError) in
            try sound.finish(
                total: total,
                length: frameRate.sampleCount(forFrames: frameCount, sampleRate: encoding.sampleRate))
        }
        let length = frameRate.time(ofFrame: frameCount)
        for text in texts { try text.finish(length: length) }
        try muxer.addChapters(ChapterSpan.spans(of: chapters, movieLength: length, opening: metadata.title))
        return (try muxer.finish(metadata), SoundSummary(of: summaries.compactMap(\.self)))
    }

    private var texts: [SubtitleWriter] { subtitles + (captions.map { [$0] } ?? []) }

    /// Whether there are sound tracks, of which none has begun, and no texts.
    private var isWaitingForSound: Bool { texts.isEmpty && !sounds.isEmpty && sounds.allSatisfy(\.isWaiting) }

    private func samples(forFrames count: Int) -> Int {
        frameRate.sampleCount(forFrames: count, sampleRate: SoundFormat.movieSampleRate)
    }
}

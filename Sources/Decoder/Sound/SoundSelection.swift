import CLibAV
import Foundation
import LibAV
import Notation

/// Which part of a file's sound is used: one of its tracks, and all channels of it or one.
public struct SoundSelection: Sendable, Hashable {
    /// A sound track of a file.
    public enum Track: Sendable, Hashable {
        /// The number among the sound tracks, from 1.
        case number(Int)
        /// The only track in a language.
        ///
        /// ISO 639: two letters, or three; the file may have other letters for the same language.
        case language(String)
    }

    /// The track (default: the one that libav takes for the best).
    public var track: Track?
    /// The channel that is heard on both sides, from 1; 1 is left and 2 is right (default: all, as the file has them).
    public var channel: Int?

    /// Selects the best track with all of its channels, or others.
    public init(track: Track? = nil, channel: Int? = nil) {
        self.track = track
        self.channel = channel
    }

    /// The most tracks and channels that can be told apart.
    package static let (mostTracks, mostChannels) = (10_000, 64)

    /// Whether nothing is selected.
    package var isEmpty: Bool { self == SoundSelection() }
}

/// What a file says of one of its sound tracks.
struct SoundTrackLabel {
    /// The number among the sound tracks, from 1.
    let number: Int
    /// The language as the file has it; empty if it states none.
    let language: String
    /// The title; empty without one.
    let title: String
    /// The number of channels.
    let channels: Int

    /// Whether the track is the one that is meant.
    func isMeant(by track: SoundSelection.Track) -> Bool {
        switch track {
        case .number(let number): number == self.number
        case .language(let wanted):
            // Languages that are unknown are spelled alike at least.
            language.lowercased() == wanted.lowercased()
                || Locale.LanguageCode.terminological(language).map {
                    $0 == Locale.LanguageCode.terminological(wanted)
                } ?? false
        }
    }

    /// The track in a list: `2 (deu, 'Commentary', 1 channel)`.
    var text: String {
        let words = [
            ForeignText.line(language, upTo: 20), title.isEmpty ? "" : "'\(ForeignText.line(title, upTo: 60))'",
            channels == 1 ? "1 channel" : "\(channels) channels",
        ]
        return "\(number) (\(words.filter { !$0.isEmpty }.joined(separator: ", ")))"
    }
}

extension InputFormat {
    /// What the file says of its sound tracks, in order.
    var soundLabels: [SoundTrackLabel] {
        unsafe sounds.enumerated().map { index, stream in
            unsafe SoundTrackLabel(
                number: index + 1, language: language(of: stream), title: title(of: stream),
                channels: Int(stream.pointee.codecpar?.pointee.ch_layout.nb_channels ?? 0))
        }
    }
}

extension [SoundTrackLabel] {
    /// Returns the index of the track that is meant.
    ///
    /// - Throws: The end of a sentence about the file that says why the file does not have it.
    func index(of track: SoundSelection.Track) throws(SelectionMistake) -> Int {
        let meant = indices.filter { self[$0].isMeant(by: track) }
        if meant.count == 1 { return meant[0] }
        let found = (meant.isEmpty ? self : meant.map { self[$0] }).map(\.text)
        let list = found.joined(separator: ", ")
        switch track {
        case .language(let language) where !meant.isEmpty:
            throw SelectionMistake(
                "has several sound tracks in the language '\(language)': \(list). Choose one by its number.")
        case .language(let language):
            throw SelectionMistake(
                "has no sound track in the language '\(language)'. Its sound tracks: \(list). Choose one of them, by its "
                    + "number or its language.")
        case .number(let number):
            throw SelectionMistake(
                "has no sound track \(number). Its sound tracks: \(list). Choose one of them, by its number or its "
                    + "language.")
        }
    }
}

/// Why a file does not have the sound that is selected.
struct SelectionMistake: Error {
    /// The rest of a sentence that begins with the file.
    let text: String

    init(_ text: String) { self.text = text }
}

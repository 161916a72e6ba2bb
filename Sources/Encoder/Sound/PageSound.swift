package import Decoder
package import Files
package import Frames

/// A sound track of a recording: what the page plays, a soundtrack, or both.
package struct PageSound: MovieSound {
    /// What a track contains.
    package enum Part: Sendable {
        /// The page and the soundtrack, added up.
        case all
        /// The page alone.
        case page
        /// The soundtrack alone.
        case soundtrack
    }

    /// The page's sound, which arrives while the movie is written.
    package let queue: SoundQueue
    /// The soundtrack under it; `nil` if the page sounds alone.
    package let soundtrack: Soundtrack?
    /// How the page's sound is mixed.
    package let settings: PageSoundSettings
    /// What the track contains.
    package let part: Part
    /// How many samples the track is at least behind the frames.
    package let delay: Int

    private init(
        _ queue: SoundQueue, soundtrack: Soundtrack?, settings: PageSoundSettings, delay: Int, part: Part
    ) {
        self.queue = queue
        self.soundtrack = soundtrack
        self.settings = settings
        self.delay = delay
        self.part = part
    }

    /// Describes the sound tracks of a recording; nothing is opened yet.
    ///
    /// - Parameters:
    ///   - queue: The page's sound.
    ///   - soundtrack: The soundtrack; `nil` if the page sounds alone.
    ///   - delay: How many samples the tracks are at least behind the frames. Sound that arrives later is waited
    ///     for.
    package static func tracks(
        _ queue: SoundQueue, soundtrack: Soundtrack?, settings: PageSoundSettings, delay: Int
    ) -> [PageSound] {
        func track(_ part: Part, _ soundtrack: Soundtrack?) -> PageSound {
            PageSound(queue, soundtrack: soundtrack, settings: settings, delay: delay, part: part)
        }
        switch settings.tracks {
        case .mixed: return [track(.all, soundtrack)]
        case .separate: return [track(.page, nil)] + (soundtrack.map { [track(.soundtrack, $0)] } ?? [])
        }
    }

    package var name: String {
        let page: String? = part == .soundtrack ? nil : "page"
        return [page, soundtrack?.name].compactMap(\.self).joined(separator: " and ")
    }

    package var title: String? {
        switch part {
        case .all: nil
        case .page: "Page"
        case .soundtrack: "Soundtrack"
        }
    }

    package var isOptional: Bool { soundtrack == nil && settings.mode == .auto }

    package func makeRenderer() throws(FileError) -> any MovieSoundRenderer { try PageSoundRenderer(self) }
}

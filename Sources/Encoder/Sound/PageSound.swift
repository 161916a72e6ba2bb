package import Decoder
package import Files
package import Frames

/// The sound of a recorded page, mixed with a soundtrack.
package struct PageSound: MovieSound {
    /// The page's sound, which arrives while the movie is written.
    package let queue: SoundQueue
    /// The soundtrack under it; `nil` if the page sounds alone.
    package let soundtrack: Soundtrack?
    /// How the page's sound is mixed.
    package let settings: PageSoundSettings
    /// How many samples the page's sound may arrive after the frames at the same time.
    package let delay: Int

    /// Describes a sound; nothing is opened yet.
    package init(_ queue: SoundQueue, soundtrack: Soundtrack?, settings: PageSoundSettings, delay: Int) {
        self.queue = queue
        self.soundtrack = soundtrack
        self.settings = settings
        self.delay = delay
    }

    package var name: String { soundtrack.map { "page and \($0.name)" } ?? "page" }
    package var bitrate: Int { soundtrack?.bitrate ?? settings.bitrate }
    package var isOptional: Bool { soundtrack == nil && settings.mode == .auto }

    package func makeRenderer() throws(FileError) -> any MovieSoundRenderer { try PageSoundRenderer(self) }
}

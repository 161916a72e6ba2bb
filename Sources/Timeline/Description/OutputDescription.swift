package import Encoder
package import Frames

/// Something that is to be written, as somebody wrote it.
package struct OutputDescription: Sendable {
    /// What kind of file it is.
    package enum Kind: Sendable {
        case movie, gif, sequence, interchange
        /// The picture at a time.
        case still(at: Written<WrittenTime>)
        /// One picture of many small ones, so many in a row and so far apart.
        case sheet(columns: Int, every: Written<WrittenTime>)
        /// Apple's pair, with the still's time from the part's beginning, and
        /// whether it is put into a bundle; its middle without a time.
        case livePhoto(still: Written<WrittenTime>?, isBundle: Bool)
        /// Android's picture with a film in it.
        case motionPhoto(still: Written<WrittenTime>?)
    }

    /// Where it is described.
    package var line: Int?
    /// The file's path, or the part of it that pairs share.
    package var path: String
    /// What kind of file it is.
    package var kind: Kind
    /// Its width; by its height and the canvas' proportions without.
    package var width: Int?
    /// Its height; by its width and the canvas' proportions without.
    package var height: Int?
    /// Frames a second.
    package var frameRate: Written<FrameRate>?
    /// Where its part of the timeline begins.
    package var from: Written<WrittenTime>?
    /// How long its part of the timeline is.
    package var length: Written<WrittenTime>?
    /// The quality, from 0, the best, to 51.
    package var quality: Double?
    /// How a movie's pictures are compressed.
    package var codec: VideoCodec?

    /// Describes an output of the whole timeline.
    package init(line: Int?, path: String, kind: Kind) {
        self.line = line
        self.path = path
        self.kind = kind
    }
}

extension OutputDescription.Kind {
    /// Frames a second that players show at most, where there is such a limit:
    /// a GIF's are shown for two hundredths of a second at least.
    var mostFramesPerSecond: Double? {
        if case .gif = self { return 50 }
        return nil
    }
}

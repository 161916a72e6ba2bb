package import Encoder
package import Frames

/// An output file, as the description states it.
package struct OutputDescription: Sendable {
    /// The kind of file.
    package enum Kind: Sendable {
        case movie, gif, sequence, interchange
        /// The picture at a time.
        case still(at: Written<WrittenTime>)
        /// A contact sheet, with its number of columns and the interval between pictures.
        case sheet(columns: Int, every: Written<WrittenTime>)
        /// A Live Photo: Apple's pair of a picture and a movie.
        ///
        /// The still's time counts from the beginning of the part (default: its middle). The pair
        /// can be put into a bundle.
        case livePhoto(still: Written<WrittenTime>?, isBundle: Bool)
        /// A Motion Photo: Android's picture with an embedded movie.
        case motionPhoto(still: Written<WrittenTime>?)
    }

    /// The line at which the output is described.
    package var line: Int?
    /// The file's path, or the common stem of a pair's paths.
    package var path: String
    /// The kind of file.
    package var kind: Kind
    /// The width (default: follows from the height and the canvas's aspect ratio).
    package var width: Int?
    /// The height (default: follows from the width and the canvas's aspect ratio).
    package var height: Int?
    /// Frames per second.
    package var frameRate: Written<FrameRate>?
    /// The beginning of the output's part of the timeline.
    package var from: Written<WrittenTime>?
    /// The length of the output's part of the timeline.
    package var length: Written<WrittenTime>?
    /// The quality, from 0 (best) to 51.
    package var quality: Double?
    /// The codec of a movie's pictures.
    package var codec: VideoCodec?
}

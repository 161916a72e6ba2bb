/// The formats that a media file may have where it is opened, as demuxers of libavformat.
///
/// Each set holds formats whose files are complete in themselves. Playlists and scripts (`hls`, `dash`, `concat`,
/// `image2` and others) name further files; libavformat would open those as well, so that a sound file that somebody
/// else made could bring any file of the user into the output.
package struct MediaFormats: Sendable {
    /// The value of libavformat's option `format_whitelist`: names of demuxers, separated by commas.
    let demuxers: String

    private init(_ demuxers: [String]) { self.demuxers = demuxers.joined(separator: ",") }

    /// The formats of the videos that pagereel writes.
    package static let written = MediaFormats(writtenNames)
    /// Moving pictures, with or without sound.
    package static let movies = MediaFormats(movieNames)
    /// Pictures, moving pictures and sound.
    package static let media = MediaFormats(movieNames + soundNames + stillNames)
    /// GIF.
    package static let gif = MediaFormats(["gif"])
    /// Animated PNG.
    package static let apng = MediaFormats(["apng"])

    private static let writtenNames = ["mov,mp4,m4a,3gp,3g2,mj2", "matroska,webm"]
    private static let movieNames = writtenNames + ["avi", "mpegts", "mpeg", "ogg", "flv", "gif", "apng"]
    private static let soundNames = [
        "aac", "ac3", "aiff", "amr", "ape", "asf", "au", "caf", "dsf", "dts", "eac3", "flac", "mp3", "mpc", "mpc8",
        "tak",
        "truehd", "tta", "voc", "w64", "wav", "wv",
    ]
    private static let stillNames = ["png_pipe", "jpeg_pipe", "webp_pipe", "bmp_pipe", "tiff_pipe"]
}

import CLibAV
import Files

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
    /// Subtitles, and movies that have them.
    package static let subtitles = MediaFormats(["srt", "webvtt", "ass"] + writtenNames)
    /// GIF.
    package static let gif = MediaFormats(["gif"])
    /// Animated PNG.
    package static let apng = MediaFormats(["apng"])

    private static let writtenNames = ["mov,mp4,m4a,3gp,3g2,mj2", "matroska,webm"]
    private static let movieNames =
        writtenNames + [
            "avi", "mpegts", "mpeg", "ogg", "flv", "gif", "apng", "asf", "mxf", "yuv4mpegpipe", "dv", "nut",
        ]
    private static let soundNames = [
        "aac", "ac3", "aiff", "amr", "ape", "au", "caf", "dsf", "dts", "eac3", "flac", "loas", "mlp", "mp3", "mpc",
        "mpc8", "tak", "truehd", "tta", "voc", "w64", "wav", "wv",
    ]
    private static let stillNames = ["png_pipe", "jpeg_pipe", "webp_pipe", "bmp_pipe"]

    /// The films' formats as text, for messages.
    package static let films = "MP4, QuickTime, Matroska, WebM, AVI, MPEG, Ogg, FLV, WMV, MXF, DV, NUT or Y4M file"

    /// The demuxers of files that name others.
    private static let playlists = ["hls", "dash", "concat", "sdp", "image2", "imf", "tedcaptions", "mpjpeg"]

    /// Returns one of these formats for a file that is too short to tell its format without its name's extension; `nil`
    /// if its name says another one.
    ///
    /// A short TrueHD stream has too few of the marks by which libavformat knows one.
    func format(ofShortFile path: String) -> UnsafePointer<AVInputFormat>? {
        let name = path.linkTarget ?? path
        guard let format = unsafe Self.probe(path, as: name), unsafe contain(format) else { return nil }
        return unsafe format
    }

    /// Whether a format is one of these.
    private func contain(_ format: UnsafePointer<AVInputFormat>) -> Bool {
        let names = unsafe String(cString: format.pointee.name).split(separator: ",")
        return demuxers.split(separator: ",").contains { names.contains($0) }
    }

    /// Reads a file's beginning, and opens nothing that it names.
    private static func probe(_ path: String, as name: String) -> UnsafePointer<AVInputFormat>? {
        var context: UnsafeMutablePointer<AVIOContext>?
        guard unsafe avio_open(&context, "file:\(path)", AVIO_FLAG_READ) >= 0 else { return nil }
        defer { unsafe avio_closep(&context) }
        var format: UnsafePointer<AVInputFormat>?
        guard unsafe av_probe_input_buffer2(context, &format, name, nil, 0, 0) >= 0 else { return nil }
        return unsafe format
    }

    /// Returns the error of a file in a format that is not in any list; `nil` if libavformat does not know the format.
    static func refusal(of path: String) -> LibAVError? {
        // Since 7.1, HLS needs a name that ends like this.
        guard let format = unsafe probe(path, as: "list.m3u8"), unsafe !media.contain(format) else { return nil }
        let name = unsafe String(cString: format.pointee.name)
        return LibAVError(
            playlists.contains(name)
                ? "It is a playlist (\(name)), which names other files; 'ffmpeg -i FILE -c copy NEW.mp4' makes one file of it"
                : "Its format, \(name), is not supported; 'ffmpeg -i FILE NEW.mp4' converts it")
    }
}

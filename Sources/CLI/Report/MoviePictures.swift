import Decoder
import Encoder
import EngineLink
import Files
import Foundation
import Frames
import Recorder
import Reports

/// Pictures of a recorded video for its report.
struct MoviePictures {
    /// The report, which has its moments.
    let report: RunReport
    /// The video's path.
    let movie: String
    /// The video's length.
    let duration: Duration
    let frameRate: FrameRate

    /// The most pictures of a report, which has them as text.
    private static let most = 90
    /// How many of them are spread over the video.
    private static let strip = 24
    /// The width of a picture in pixels: small beside a video that a browser plays, larger in its place.
    private static let widths = (played: 320, shown: 800)

    /// Decodes the pictures.
    ///
    /// - Throws: ``FileError`` if the video cannot be decoded.
    @concurrent
    func pictures(isPlayed: Bool) async throws(FileError) -> [RunReport.Picture] {
        let width = isPlayed ? Self.widths.played : Self.widths.shown
        let frames = try MovieFrames(path: movie) { size in
            guard size.width > width else { return size }
            return PixelSize(width: width, height: max(1, size.height * width / size.width))
        }
        var pictures: [RunReport.Picture] = []
        for frame in self.frames {
            let time = frameRate.time(ofFrame: frame)
            let pixels = try frames.picture(at: time)
            guard let picture = RunReport.Picture(pixels, pageTime: report.pageTime(ofMedia: time), time: time) else {
                continue
            }
            pictures.append(picture)
        }
        return pictures
    }

    /// The frames of the pictures, in order: those spread over the video, and those of its moments.
    private var frames: [Int] {
        let count = max(1, frameRate.frameCount(for: duration))
        var frames = Set((0..<min(Self.strip, count)).map { $0 * count / min(Self.strip, count) })
        frames.insert(count - 1)
        let moments = report.moments.filter { $0.kind != .console }.compactMap { $0.pageTime.flatMap(report.mediaTime) }
        var wanted = Set(moments.map { min(count - 1, frameRate.frame(at: .microseconds(Int64($0 * 1_000_000) + 1))) })
        wanted.subtract(frames)
        let room = max(0, Self.most - frames.count)
        let step = max(1, (wanted.count + room - 1) / max(1, room))
        frames.formUnion(wanted.sorted().enumerated().filter { $0.offset % step == 0 }.map(\.element))
        return frames.sorted()
    }
}

extension RunReport {
    /// Adds pictures of a recorded video.
    @MainActor
    mutating func addPictures(of summary: RecordingSummary) async {
        guard let output = summary.output, let movie = summary.movie else { return }
        let pictures = MoviePictures(
            report: self, movie: output, duration: movie.duration, frameRate: summary.frameRate)
        let format = movie.format
        let isPlayed = [.mp4, .webm].contains(format.container) && [.h264, .vp9, .av1].contains(format.codec)
        do {
            self.pictures = try await pictures.pictures(isPlayed: isPlayed)
        } catch {
            omissions.append("There are no pictures of the video. \(error)")
        }
    }

    /// The time in the video at a page time; `nil` if the video does not have it.
    func mediaTime(ofPage pageTime: Double) -> Double? {
        stretches.last { $0.pageTime <= pageTime && pageTime <= $0.pageTime + $0.duration }.map {
            $0.time + pageTime - $0.pageTime
        }
    }

    /// The page time at a time in the video.
    func pageTime(ofMedia time: Duration) -> Double {
        let seconds = time.inReportSeconds
        guard let stretch = stretches.last(where: { $0.time <= seconds + 0.000_001 }) else { return seconds }
        return stretch.pageTime + seconds - stretch.time
    }
}

extension RunReport.Picture {
    /// Encodes a picture; `nil` if libavcodec has no encoder for it.
    init?(_ pixels: PixelBuffer, pageTime: Double, time: Duration?, caption: String? = nil) {
        // A report without this picture is still one.
        guard let bytes = try? StillWriter.encoded(pixels, as: .jpeg) else { return nil }
        self.init(
            pageTime: pageTime, time: time?.inReportSeconds,
            data: "data:image/jpeg;base64,\(Data(bytes).base64EncodedString())", width: pixels.size.width,
            height: pixels.size.height, caption: caption)
    }
}

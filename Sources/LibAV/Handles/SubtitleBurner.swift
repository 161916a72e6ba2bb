import CLibAV
import CSystemCalls
package import Files
package import Frames
import Glibc

/// Draws subtitles on opaque pictures with libavfilter's `ass`, which uses libass.
///
/// Use from one thread at a time.
@safe package final class SubtitleBurner {
    private let graph: FilterGraph
    private let input: MediaFrame
    private let output: MediaFrame
    private let size: PixelSize
    /// The texts.
    private let track: SubtitleTrack
    /// The factor from times of the track to those of the script, which are in hundredths of a second.
    private let factor: Int

    /// Opens the filter.
    ///
    /// - Parameters:
    ///   - track: The texts.
    ///   - size: The size of the pictures.
    /// - Throws: ``FileError/Code/missingComponent`` if libavfilter lacks the filter.
    package init(_ track: SubtitleTrack, size: PixelSize) throws(FileError) {
        try FFmpeg.loadFilters()
        guard unsafe avfilter_get_by_name("ass") != nil else {
            throw FileError(
                .missingComponent,
                "FFmpeg's filter ass, which draws subtitles, is missing. Install a libavfilter that has it, such as "
                    + "Debian's, or remove burn: to write the subtitles as a track.")
        }
        self.track = track
        self.size = size
        // Texts without animations can have their times in milliseconds. Animations run in real time.
        factor = track.isStyled ? 1 : 10
        let script = Array(track.script(factor: factor).utf8)
        let file = unsafe script.withUnsafeBytes {
            unsafe memory_file_create("subtitles", $0.baseAddress, $0.count)
        }
        guard file >= 0 else {
            throw FileError(.internalFailure, "Not enough memory for subtitles of \(script.count) bytes.")
        }
        defer { close(file) }
        do throws(LibAVError) {
            graph = try FilterGraph(
                "buffer@source=video_size=\(size.width)x\(size.height):pix_fmt=bgr0:time_base=1/1000000,"
                    + "ass=filename=/proc/self/fd/\(file),format=bgr0,buffersink@sink",
                source: "buffer@source", sink: "buffersink@sink")
            input = try MediaFrame(size: size, format: AV_PIX_FMT_BGR0)
            output = try MediaFrame()
        } catch {
            throw .failure("Opening the filter that draws subtitles", error)
        }
    }

    /// Which texts are shown at a time; the same numbers, the same picture, unless the texts are styled.
    package func shown(at time: Duration) -> [Int] {
        track.cues.indices.filter { track.cues[$0].start <= time && time < track.cues[$0].end }
    }

    /// Whether texts may move.
    package var isAnimated: Bool { track.isStyled }

    /// Draws the texts of a time on a copy of a picture.
    package func draw(on pixels: PixelBuffer, at time: Duration) throws(FileError) -> PixelBuffer {
        let result = PixelBuffer(size: size)
        do throws(LibAVError) {
            try input.makeWritable()
            input.fill(from: pixels)
            // The filter computes milliseconds as a floating-point number and rounds it down.
            input.setPresentationTime(time.wholeNanoseconds / 1000 * factor + 1)
            try graph.send(input)
            guard try graph.receive(into: output) else {
                throw LibAVError(code: recorder_averror_invalid_data(), function: "av_buffersink_get_frame")
            }
        } catch {
            throw .failure("Drawing subtitles", error)
        }
        output.copyRows(into: result)
        return result
    }
}

extension MediaFrame {
    /// Copies 32-bit pixels into a buffer of the same size, and makes them opaque.
    fileprivate func copyRows(into pixels: PixelBuffer) {
        makeOpaque()
        guard let data = unsafe raw.pointee.data.0 else { return }
        let (stride, width) = unsafe (Int(raw.pointee.linesize.0), pixels.size.width * 4)
        unsafe pixels.withMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            for row in 0..<pixels.size.height {
                unsafe (start + row * pixels.stride).copyMemory(from: data + row * stride, byteCount: width)
            }
        }
    }
}

extension SubtitleTrack {
    /// The texts as an Advanced SubStation Alpha script, with times in hundredths of a second.
    ///
    /// - Parameter factor: What all times are multiplied with.
    package func script(factor: Int = 1) -> String {
        var lines = script.isEmpty ? SubtitleEncoder.usualScript : script
        if !lines.hasSuffix("\n") { lines += "\n" }
        for cue in cues {
            let fields = cue.placement.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
            let times = [cue.start, cue.end].map { Self.scriptTime($0.wholeNanoseconds * factor) }
            lines += "Dialogue: \(fields[0]),\(times[0]),\(times[1]),\(fields.count > 1 ? fields[1] : "")"
            lines += (isStyled ? cue.markup : Self.escaped(cue.markup)) + "\n"
        }
        return lines
    }

    /// Escapes braces that are text, as libass reads them.
    private static func escaped(_ markup: String) -> String {
        var (escaped, rest) = ("", markup[...])
        while let first = rest.first {
            if rest.hasPrefix("{\\"), let end = rest.firstIndex(of: "}") {
                escaped += rest[...end]
                rest = rest[rest.index(after: end)...]
                continue
            }
            escaped += first == "{" || first == "}" ? "\\\(first)" : "\(first)"
            rest = rest.dropFirst()
        }
        return escaped
    }

    private static func scriptTime(_ nanoseconds: Int) -> String {
        let hundredths = (nanoseconds + 5_000_000) / 10_000_000
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return
            "\(hundredths / 360_000):\(two(hundredths / 6000 % 60)):\(two(hundredths / 100 % 60)).\(two(hundredths % 100))"
    }
}

import Foundation
import Frames
import Recorder
import TestSupport

/// A timeline that both pagereel and ffmpeg can render, with equivalent pictures and sound.
///
/// It has two films and a still with two transitions, a logo over all of them, the films' own
/// sound, and looped music.
struct TimelineScene {
    let folder: TemporaryFolder
    let format: VideoFormat
    /// The length of each film in seconds; the still is half as long.
    let filmSeconds: Int

    /// The length of each transition, in seconds.
    private static let transition = 0.5
    /// The bit rate of the sound; pagereel's default.
    private static let soundBitrate = 160_000

    /// Creates the source files.
    static func make(_ format: VideoFormat, filmSeconds: Int) async throws -> TimelineScene {
        let scene = TimelineScene(folder: try TemporaryFolder(), format: format, filmSeconds: filmSeconds)
        try await scene.makeSources()
        return scene
    }

    /// The length in frames.
    var frameCount: Int { format.rate.frameCount(for: .milliseconds(filmSeconds * 2500 - 1000)) }

    /// The length in samples at 48 kHz.
    var sampleCount: Int { format.rate.sampleCount(forFrames: frameCount, sampleRate: 48_000) }

    private var stillSeconds: Double { Double(filmSeconds) / 2 }

    /// The arguments for pagereel; writes the description.
    func composeArguments(output: String) throws -> [String] {
        let size = format.size
        let text = """
            canvas: {width: \(size.width), height: \(size.height), fps: \(format.rate)}
            video:
              - {src: a.mp4, then: {type: fade, duration: \(Self.transition)s}}
              - {src: still.png, for: \(stillSeconds)s, then: {type: push, direction: left, duration: \(Self.transition)s}}
              - {src: b.mp4, fit: cover}
            overlays:
              - {src: logo.png, for: end, anchor: bottom-right, margin: 16, opacity: 0.8}
            audio:
              - {src: music.wav, loop: true, for: video, volume: -14dB, fade: [1s, 2s]}
            """
        let description = try folder.write("timeline.yaml", text)
        return ["compose", description, "-o", output, "--overwrite", "--quiet"]
    }

    /// The arguments for ffmpeg: one graph, with pagereel's encoder settings.
    func ffmpegArguments(output: String) -> [String] {
        let size = "\(format.size.width):\(format.size.height)"
        let (film, still, overlap) = (Double(filmSeconds), stillSeconds, Self.transition)
        let normal = "fps=\(format.rate),setsar=1,format=yuv420p"
        let length = 2 * film + still - 2 * overlap
        let graph = [
            // Two extra frames of the remaining part, because otherwise xfade drops one.
            "[0:v]\(normal),tpad=stop_mode=clone:stop=2[a]",
            "[1:v]scale=\(size):out_color_matrix=bt709,\(normal),tpad=stop_mode=clone:stop=2[s]",
            "[2:v]scale=\(size):force_original_aspect_ratio=increase,crop=\(size),\(normal)[b]",
            "[a][s]xfade=transition=fade:duration=\(overlap):offset=\(film - overlap)[as]",
            "[as][b]xfade=transition=slideleft:duration=\(overlap):offset=\(film + still - 2 * overlap)[main]",
            "[3:v]format=yuva420p,colorchannelmixer=aa=0.8[logo]",
            "[main][logo]overlay=x=W-w-16:y=H-h-16,trim=end_frame=\(frameCount)[v]",
            "[0:a]afade=t=out:st=\(film - overlap):d=\(overlap):curve=qsin[asound]",
            "[2:a]afade=t=in:d=\(overlap):curve=qsin,adelay=\(Int((length - film) * 48_000))S:all=1[bsound]",
            "[4:a]aloop=loop=-1:size=2000000000,atrim=end_sample=\(sampleCount),volume=-14dB,afade=t=in:d=1,"
                + "afade=t=out:st=\(length - 2):d=2[music]",
            "[asound][bsound][music]amix=inputs=3:normalize=0:duration=longest,alimiter=limit=0.97:level=0,"
                + "atrim=end_sample=\(sampleCount)[sound]",
        ]
        let inputs = [
            ["-i", path("a.mp4")], ["-loop", "1", "-framerate", "\(format.rate)", "-t", "\(still)"],
            ["-i", path("still.png"), "-i", path("b.mp4"), "-i", path("logo.png"), "-i", path("music.wav")],
        ]
        let threads = min(ProcessInfo.processInfo.activeProcessorCount * 3 / 2, 4)
        return ["-v", "error", "-nostdin", "-y"] + inputs.flatMap(\.self) + [
            "-filter_complex", graph.joined(separator: ";"), "-map", "[v]", "-map", "[sound]",
            "-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-profile:v", "high", "-g",
            "\(format.rate.frameCount(for: .seconds(2)))", "-threads", "\(threads)",
            "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
            "-c:a", "aac", "-b:a", "\(Self.soundBitrate)", "-movflags", "+faststart", "-movie_timescale", "48000",
            output,
        ]
    }

    private func path(_ name: String) -> String { folder.path(name) }

    private func makeSources() async throws {
        let size = "\(format.size)"
        try await makeFilm("a.mp4", "testsrc2=size=\(size)", hertz: 440)
        // With another aspect ratio, so that it must be fitted into the canvas.
        try await makeFilm("b.mp4", "mandelbrot=size=\(format.size.width)x\(format.size.width)", hertz: 330)
        try await ffmpeg("-f", "lavfi", "-i", "smptehdbars=size=\(size)", "-frames:v", "1", path("still.png"))
        try await ffmpeg(
            "-f", "lavfi", "-i", "color=c=white@0.5:size=160x90,format=rgba", "-frames:v", "1", path("logo.png"))
        try await ffmpeg(
            "-f", "lavfi", "-i", "sine=frequency=220:sample_rate=48000:duration=2.5", "-ac", "2", path("music.wav"))
    }

    private func makeFilm(_ name: String, _ source: String, hertz: Int) async throws {
        try await ffmpeg(
            "-f", "lavfi", "-i", "\(source):rate=\(format.rate)", "-f", "lavfi", "-i",
            "sine=frequency=\(hertz):sample_rate=48000", "-t", "\(filmSeconds)", "-vf",
            "scale=out_color_matrix=bt709,format=yuv420p", "-colorspace", "bt709", "-color_primaries", "bt709",
            "-color_trc", "bt709", "-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-c:a", "aac", "-ac", "2",
            path(name))
    }

    private func ffmpeg(_ arguments: String...) async throws {
        try await Tool.run("ffmpeg", ["-v", "error", "-nostdin", "-y"] + arguments)
    }
}

// Composes a web page, pictures that this program draws, and a sound, with a transition and a sound effect that this
// program brings:
//
//     swift run EditATimeline page.html music.wav video.mp4

import Composition
import Frames
import LibAV
import Timeline

/// A resource: a gray that brightens for 2 s.
final class Ramp: PictureResource {
    let name = "ramp"
    let size: PixelSize? = nil
    let duration: Duration? = .seconds(2)

    func makeSource(size: PixelSize) -> any PictureSource { RampSource(size: size) }
}

/// The pictures of a ramp.
final class RampSource: PictureSource {
    let size: PixelSize

    init(size: PixelSize) { self.size = size }

    func picture(at time: Duration) -> PixelBuffer {
        let canvas = Canvas(PixelBuffer(size: size))
        let level = UInt8(min(255, time / .seconds(2) * 255))
        canvas.fill(Color(red: level, green: level, blue: level))
        return canvas.pixels
    }
}

/// A transition: the next picture replaces the one before row by row, from the top.
final class Blinds: PictureTransition {
    func draw(progress: Double, from: PixelBuffer, to: PixelBuffer, into target: PixelBuffer) {
        let canvas = Canvas(target)
        canvas.draw(from, x: 0, y: 0)
        let height = Int(Double(target.size.height) * progress)
        guard height > 0 else { return }
        canvas.draw(
            to, x: 0, y: 0, in: PixelRectangle(x: 0, y: 0, width: target.size.width, height: height), opacity: 1)
    }
}

/// A sound effect: the left and the right channel are swapped.
final class Swap: AudioProcessing, AudioProcessor {
    func makeProcessor(sampleRate: Int) -> any AudioProcessor { self }

    func process(_ samples: inout SoundChunk, at position: Int) {
        samples = SoundChunk(left: samples.right, right: samples.left)
    }
}

guard CommandLine.arguments.count == 4 else {
    preconditionFailure("usage: EditATimeline <page> <sound> <video.mp4>")
}
let (page, sound, output) = (CommandLine.arguments[1], CommandLine.arguments[2], CommandLine.arguments[3])

var timeline = Timeline(size: PixelSize(width: 640, height: 360))
var report = TrackItem(.page(PageClip(address: page, size: timeline.size)), duration: .seconds(.seconds(1)))
report.transition = TrackTransition(.drawn(by: Blinds()), length: .frames(10))
timeline.clips = [report, TrackItem(.pictures(of: Ramp()))]
var title = TrackItem(.title(Title(text: "2026")), duration: .seconds(.seconds(1)))
title.startTime = .frames(15)
title.anchor = Anchor(.bottomRight, margin: .pixels(16), width: 160, height: 80)
title.fades = Fades(in: .frames(5), out: .frames(5))
timeline.overlays = [title]
var music = AudioItem(sound)
music.loopCrossfade = .frames(0)
music.processing = [Swap()]
timeline.sounds = [music]

let generator = CompositionGenerator(timeline)
let poster = try await generator.imageGenerator().image(at: .seconds(1))
print("poster: \(poster.size)")
let session = try await generator.exportSession(to: output, overwrite: true)
for written in try await session.run().outputs { print("\(written.path): \(written.frames) frames") }

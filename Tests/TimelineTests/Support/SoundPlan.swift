import Composition
import Encoder
import Foundation
import Frames
import TestSupport
import Timeline

@testable import LibAV

/// Sound-only plans, and their mixes.
struct SoundPlan {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A file with the same samples in both channels.
    func file(_ samples: [Float], _ name: String = "sound.wav", sampleRate: Int = 48_000) throws -> String {
        try folder.write(name, WaveFile.data([samples, samples], sampleRate: sampleRate))
    }

    /// A sound on the timeline.
    func sound(
        _ samples: [Float], _ name: String = "sound.wav", at range: Range<Int>,
        _ change: (inout PlannedSound) -> Void = { _ in }
    ) throws -> PlannedSound {
        var sound = PlannedSound(name: name, path: try file(samples, name), samples: range)
        change(&sound)
        return sound
    }

    /// A timeline of some frames at 30 fps, in one color.
    static func timeline(frames: Int, _ sounds: [PlannedSound]) -> TimelinePlan {
        let black = Color(red: 0, green: 0, blue: 0)
        let size = PixelSize(width: 64, height: 48)
        var plan = TimelinePlan(size: size, background: black, frameRate: .thirty)
        plan.clips = [
            PlannedClip(
                name: "black", source: .color(black), playback: Playback(), frames: 0..<frames,
                layout: Layout(fit: .stretch, frame: PixelRectangle(x: 0, y: 0, width: 64, height: 48)))
        ]
        plan.sounds = sounds
        return plan
    }

    /// The left channel of a timeline's sound; the right one is the same.
    static func mix(_ plan: TimelinePlan, range: Range<Int>? = nil, step: Int = 1000) throws -> [Float] {
        let mixer = try TimelineMixer(plan, range: range)
        let count = range?.count ?? plan.sampleCount
        var samples: [Float] = []
        while samples.count < count {
            let chunk = try mixer.read(min(step, count - samples.count))
            samples += chunk.left
        }
        return samples
    }

    /// Constant samples.
    static func level(_ value: Float, count: Int) -> [Float] { [Float](repeating: value, count: count) }
}

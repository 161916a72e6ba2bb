import Composition
import Frames
import Notation
import Timeline

/// A timeline's plan as `--explain --json` prints it.
///
/// Every key is always there. Frames and samples are whole numbers, times are
/// seconds.
struct PlanJSON: Encodable {
    private let width: Int
    private let height: Int
    private let fps: String
    private let background: String
    private let frames: Int
    private let samples: Int
    private let duration: Double
    private let video: [Clip]
    private let overlays: [Clip]
    private let audio: [Sound]
    private let subtitles: [Subtitles]
    private let outputs: [Output]

    /// Describes a plan.
    init(_ plan: TimelinePlan, routes: [PictureRoute]) {
        width = plan.size.width
        height = plan.size.height
        fps = "\(plan.frameRate)"
        background = plan.background.text
        frames = plan.frameCount
        samples = plan.sampleCount
        duration = plan.frameRate.time(ofFrame: plan.frameCount).inSeconds
        video = plan.clips.map { Clip($0, plan.frameRate) }
        overlays = plan.overlays.map { Clip($0, plan.frameRate) }
        audio = plan.sounds.map(Sound.init)
        subtitles = plan.subtitles.map(Subtitles.init)
        outputs = zip(plan.outputs, routes).map { Output($0, plan, $1) }
    }

    /// A clip or an overlay.
    private struct Clip: Encodable {
        let name: String
        let kind: String
        let firstFrame: Int
        let lastFrame: Int
        let frames: Int
        /// The range of the source, in seconds; `nil` for stills.
        @Nullable var sourceStart: Double?
        @Nullable var sourceEnd: Double?
        let speed: Double
        let reverse: Bool
        let frame: [Int]
        @Nullable var transition: Joint?

        init(_ clip: PlannedClip, _ rate: FrameRate) {
            name = clip.name
            kind = clip.source.word
            firstFrame = clip.frames.lowerBound
            lastFrame = clip.frames.upperBound - 1
            frames = clip.frames.count
            speed = clip.playback.speed
            reverse = clip.playback.isReversed
            if clip.source.isMoving {
                let length = rate.time(ofFrame: clip.frames.count).inSeconds * clip.playback.speed
                sourceStart = clip.playback.start.inSeconds
                sourceEnd = clip.playback.start.inSeconds + length
            }
            let place = clip.layout.frame
            frame = [place.x, place.y, place.width, place.height]
            transition = clip.transition.map { Joint($0, of: clip) }
        }
    }

    /// A transition to the next clip.
    private struct Joint: Encodable {
        let type: String
        let direction: String
        let ease: String
        let firstFrame: Int
        let frames: Int

        init(_ transition: Transition, of clip: PlannedClip) {
            type = transition.word
            direction = transition.direction.rawValue
            ease = transition.easing.rawValue
            firstFrame = clip.frames.upperBound - transition.frameCount
            frames = transition.frameCount
        }
    }

    /// A sound.
    private struct Sound: Encodable {
        let name: String
        let firstSample: Int
        let lastSample: Int
        let samples: Int
        let sourceStart: Int
        /// The file's sound track, from 1; `nil` for the sound of a page.
        @Nullable var track: Int?
        /// The channel that is heard on both sides, from 1; `nil` for all.
        @Nullable var channel: Int?
        let speed: Double
        let reverse: Bool
        let loops: Bool
        let loopCrossfade: Int
        let gain: Double
        let fadeIn: Int
        let fadeOut: Int
        let ducks: Bool

        init(_ sound: PlannedSound) {
            name = sound.name
            firstSample = sound.samples.lowerBound
            lastSample = sound.samples.upperBound - 1
            samples = sound.samples.count
            sourceStart = sound.start
            (track, channel) = (sound.track, sound.channel)
            speed = sound.speed
            reverse = sound.isReversed
            loops = sound.loopCrossfade != nil
            loopCrossfade = sound.loopCrossfade ?? 0
            gain = sound.gain
            fadeIn = sound.fadeIn.samples
            fadeOut = sound.fadeOut.samples
            ducks = sound.ducking != nil
        }
    }

    /// Subtitles; the texts of pages are not known yet.
    private struct Subtitles: Encodable {
        let name: String
        let language: String
        let title: String
        @Nullable var texts: Int?
        @Nullable var start: Double?
        @Nullable var end: Double?
        let burned: Bool

        init(_ subtitles: PlannedSubtitles) {
            name = subtitles.name
            language = subtitles.track.language
            title = subtitles.track.title
            texts = subtitles.isOfPages ? nil : subtitles.track.cues.count
            start = subtitles.track.times?.lowerBound.inSeconds
            end = subtitles.track.times?.upperBound.inSeconds
            burned = subtitles.burned != nil
        }
    }

    /// An output.
    private struct Output: Encodable {
        let path: String
        let kind: String
        @Nullable var width: Int?
        @Nullable var height: Int?
        @Nullable var fps: String?
        let frames: [Int]
        /// `copied` or `encoded`; `nil` without pictures.
        @Nullable var pictures: String?
        /// Why the pictures are encoded that should have been copied.
        @Nullable var encodedBecause: String?
        /// The kind of HDR that it keeps.
        @Nullable var hdr: String?

        init(_ output: PlannedOutput, _ plan: TimelinePlan, _ route: PictureRoute) {
            path = output.path
            kind = output.word
            if output.kind != .sound {
                let size = output.size ?? plan.size
                (width, height) = (size.width, size.height)
                fps = "\(output.frameRate(in: plan))"
            }
            switch route {
            case .copied: pictures = "copied"
            case .encoded(let reason):
                if output.hasPictures { pictures = "encoded" }
                encodedBecause = reason
            }
            hdr = output.hdrName
            let range = output.frames ?? 0..<plan.frameCount
            switch output.kind {
            case .still(let frame): frames = [frame]
            case .sheet(_, let list): frames = list
            case .movie, .sound, .sequence, .interchange, .subtitles, .livePhoto, .motionPhoto:
                frames = [range.lowerBound, range.upperBound - 1]
            }
        }
    }
}

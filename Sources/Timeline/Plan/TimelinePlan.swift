public import Composition
import Files
public import Frames
import LibAV

/// A timeline in whole numbers: frames, samples and pixels.
///
/// It is resolved once from a description. Rendering and printing use only the plan.
public struct TimelinePlan: Sendable, Equatable {
    /// The sample rate of all sound, in Hz.
    public static let sampleRate = SoundFormat.movieSampleRate

    /// The size of the canvas, in pixels; both sides are even for movies of ``TimelineJob``.
    public var size: PixelSize
    /// The background color.
    public var background: Color
    /// Whether the canvas has transparency; clips then change by a cut or a fade only.
    public var isTransparent = false
    /// Frames per second.
    public var frameRate: FrameRate
    /// The clips of the main channel, in order.
    ///
    /// Each clip begins where the transition of the previous one begins.
    public var clips: [PlannedClip] = []
    /// The overlays on the main channel, lowest first.
    public var overlays: [PlannedClip] = []
    /// All sounds: those of the clips and the sound tracks.
    public var sounds: [PlannedSound] = []
    /// The effects on the whole picture, in order.
    public var effects: [Effect] = []
    /// The subtitles.
    public var subtitles: [PlannedSubtitles] = []
    /// The outputs to write.
    public var outputs: [PlannedOutput] = []
    /// The recordings of pages, whose files have no name and exist as long as these objects.
    var recordings: [ByIdentity<InputFile>] = []

    /// Creates an empty timeline.
    public init(size: PixelSize, background: Color, frameRate: FrameRate) {
        self.size = size
        self.background = background
        self.frameRate = frameRate
    }

    /// The length in frames: the end of the main channel.
    public var frameCount: Int { clips.map(\.frames.upperBound).max() ?? 0 }

    /// Whether pages are to be recorded first.
    package var hasPages: Bool {
        (clips + overlays).contains { if case .page = $0.source { true } else { false } }
    }

    /// The length in samples, to the nearest sample.
    public var sampleCount: Int { frameRate.samples(ofFrames: frameCount) }
}

extension FrameRate {
    /// The length of a number of frames in samples of the timeline's sound, to the nearest.
    package func samples(ofFrames count: Int) -> Int {
        sampleCount(forFrames: count, sampleRate: TimelinePlan.sampleRate)
    }

    /// The samples of a timeline's frames.
    func samples(of frames: Range<Int>) -> Range<Int> {
        samples(ofFrames: frames.lowerBound)..<samples(ofFrames: frames.upperBound)
    }
}

extension Duration {
    /// The length in samples of the timeline's sound, to the nearest.
    package var samples: Int {
        Int((Int128(wholeNanoseconds) * Int128(TimelinePlan.sampleRate) + 500_000_000) / 1_000_000_000)
    }
}

extension TimelinePlan {
    /// The same timeline on a smaller canvas, for a preview.
    ///
    /// Everything in canvas pixels is scaled, to the nearest pixel. Outputs with an explicit size
    /// keep it, unless it exceeds the new canvas.
    ///
    /// - Parameter width: The largest width of the canvas, in pixels; even.
    /// - Returns: The plan itself if the canvas is not wider.
    public func scaled(toWidth width: Int) -> TimelinePlan {
        guard size.width > width else { return self }
        var plan = self
        let factor = Double(width) / Double(size.width)
        plan.size = PixelSize(
            width: width, height: max(2, Int((Double(size.height) * factor / 2).rounded()) * 2))
        plan.clips = clips.map { $0.scaled(by: factor) }
        plan.overlays = overlays.map { $0.scaled(by: factor) }
        plan.effects = effects.map { $0.scaled(by: factor) }
        for index in plan.subtitles.indices {
            guard var style = plan.subtitles[index].burned else { continue }
            (style.size, style.margin) = (style.size.map { $0 * factor }, style.margin.map { $0 * factor })
            plan.subtitles[index].burned = style
        }
        for index in plan.outputs.indices {
            // Pictures of another size are not those of the films.
            plan.outputs[index].copying = .never
            guard let own = plan.outputs[index].size, own.width > width else { continue }
            plan.outputs[index].size = nil
        }
        return plan
    }
}

extension PlannedClip {
    fileprivate func scaled(by factor: Double) -> PlannedClip {
        var clip = self
        clip.layout = layout.scaled(by: factor)
        if case .title(var title) = source {
            title.scale *= factor
            clip.source = .title(title)
        }
        return clip
    }
}

extension Layout {
    fileprivate func scaled(by factor: Double) -> Layout {
        var layout = self
        layout.frame = frame.scaled(by: factor)
        layout.x *= factor
        layout.y *= factor
        layout.effects = effects.map { $0.scaled(by: factor) }
        layout.keyFrames = keyFrames.map { keyFrame in
            var scaled = keyFrame
            scaled.x = keyFrame.x.map { $0 * factor }
            scaled.y = keyFrame.y.map { $0 * factor }
            return scaled
        }
        return layout
    }
}

extension PixelRectangle {
    fileprivate func scaled(by factor: Double) -> PixelRectangle {
        PixelRectangle(
            left: Double(x) * factor, top: Double(y) * factor, right: Double(x + width) * factor,
            bottom: Double(y + height) * factor)
    }
}

extension Effect {
    fileprivate func scaled(by factor: Double) -> Effect {
        if case .blur(let deviation) = self { return .blur(deviation * factor) }
        return self
    }
}

import Composition
import Files
public import Frames
import LibAV

/// Renders the frames of a timeline.
///
/// Ascending order is fast: a source is open only while its clip is visible. Used by one thread at a time.
public final class TimelineRenderer {
    private let plan: TimelinePlan
    private let open: (PlannedClip) throws -> any PictureSource
    /// The layers of the visible clips, by index in ``tracks``.
    private var layers: [Int: Layer] = [:]
    /// Warnings about clips that are no longer visible.
    private var endedWarnings: [String] = []
    /// The clips of the main channel, followed by the overlays.
    private let tracks: [PlannedClip]
    private let pool: PixelBufferPool
    private var last: (scene: Scene, picture: PixelBuffer)?
    private var emptyCanvas: PixelBuffer?
    private let subtitles: BurnedSubtitles

    /// What is visible at one frame; equal scenes look the same.
    private struct Scene: Equatable {
        struct Part: Equatable {
            let track: Int
            let moment: Layer.Moment
        }
        var main: [Part] = []
        var overlays: [Part] = []
        /// The progress of the transition between the two clips of the main channel.
        var progress: Double?
    }

    /// The number of pooled buffers.
    ///
    /// It covers the pictures that the encoder and the queues hold at once.
    private static let poolCapacity = 16

    /// Prepares to render a timeline; opens no files yet.
    ///
    /// - Parameters:
    ///   - plan: The timeline to render.
    ///   - open: Opens the source of a clip that becomes visible.
    public init(
        _ plan: TimelinePlan, open: @escaping (PlannedClip) throws -> any PictureSource = { try $0.openSource() }
    ) {
        self.plan = plan
        self.open = open
        tracks = plan.clips + plan.overlays
        subtitles = BurnedSubtitles(plan)
        pool = PixelBufferPool(size: plan.size, capacity: Self.poolCapacity, hasAlpha: plan.isTransparent)
    }

    /// The picture at a frame, of the canvas's size.
    ///
    /// Returns the same buffer as before if nothing has changed.
    ///
    /// - Throws: What the sources throw.
    public func picture(at frame: Int) throws -> PixelBuffer {
        let scene = try scene(at: frame)
        if let last, last.scene == scene { return try subtitles.drawn(on: last.picture, at: frame) }
        let picture = try compose(scene)
        last = (scene, picture)
        return try subtitles.drawn(on: picture, at: frame)
    }

    private func scene(at frame: Int) throws -> Scene {
        let visible = tracks.indices.filter { tracks[$0].frames.contains(frame) }
        // Close sources that are no longer visible before others are opened.
        let ended = layers.filter { !visible.contains($0.key) }
        endedWarnings += Self.warnings(of: ended)
        for track in ended.keys { layers[track] = nil }
        if ended.values.contains(where: { $0.hasLargePictures }) { CodecContext.giveBackMemory() }
        var scene = Scene()
        for track in visible {
            let part = Scene.Part(track: track, moment: try layer(track).moment(at: frame))
            if track < plan.clips.count {
                scene.main.append(part)
            } else if part.moment.placement.opacity > 0 {
                scene.overlays.append(part)
            }
        }
        if scene.main.count > 1, let transition = tracks[scene.main[0].track].transition {
            let start = tracks[scene.main[1].track].frames.lowerBound
            scene.progress = transition.progress(atFrame: frame - start)
        }
        return scene
    }

    /// Warnings about the files of clips and the fonts of subtitles shown so far, for the user, as sentences.
    public var warnings: [String] { endedWarnings + Self.warnings(of: layers) + subtitles.warnings }

    private static func warnings(of layers: [Int: Layer]) -> [String] {
        layers.sorted { $0.key < $1.key }.flatMap(\.value.warnings)
    }

    private func layer(_ track: Int) throws -> Layer {
        if let layer = layers[track] { return layer }
        let clip = tracks[track]
        let source = try FileError.located(at: clip.origin) { try open(clip) }
        let layer = Layer(clip, source: source, frameRate: plan.frameRate)
        layers[track] = layer
        return layer
    }
}

// MARK: - Drawing

extension TimelineRenderer: FrameRenderer {
    private func compose(_ scene: Scene) throws -> PixelBuffer {
        let base = try drawMain(scene)
        guard !scene.overlays.isEmpty || !plan.effects.isEmpty else { return base }
        let picture = takeBuffer()
        let canvas = Canvas(picture)
        if plan.isTransparent { canvas.fill(.transparent) }
        canvas.draw(base, x: 0, y: 0)
        for part in scene.overlays { try layer(part.track).draw(part.moment, on: canvas) }
        try EffectRenderer.apply(plan.effects, to: picture)
        return picture
    }

    /// Draws the main channel alone; the result may be shared and must not be modified.
    private func drawMain(_ scene: Scene) throws -> PixelBuffer {
        guard let first = scene.main.first else {
            let canvas = emptyCanvas ?? background()
            emptyCanvas = canvas
            return canvas
        }
        guard scene.main.count > 1, let progress = scene.progress,
            let transition = tracks[first.track].transition
        else {
            // Without a transition the later clip covers the earlier one.
            return try flattened(scene.main[scene.main.count - 1])
        }
        let picture = takeBuffer()
        TransitionRenderer.draw(
            transition, progress: progress, from: try flattened(first), to: try flattened(scene.main[1]),
            into: picture)
        return picture
    }

    private func flattened(_ part: Scene.Part) throws -> PixelBuffer {
        let layer = try layer(part.track)
        if !plan.isTransparent, let picture = layer.asCanvas(part.moment, size: plan.size) { return picture }
        return try layer.flattened(part.moment, on: background)
    }

    private func background() -> PixelBuffer {
        let canvas = takeBuffer()
        Canvas(canvas).fill(plan.background)
        return canvas
    }

    private func takeBuffer() -> PixelBuffer {
        pool.take() ?? PixelBuffer(size: plan.size, hasAlpha: plan.isTransparent)
    }
}

/// What renders the frames for an ``ExportSession``, on one thread; fastest in ascending order.
protocol FrameRenderer: AnyObject {
    /// The picture at a frame, of the canvas's size; the same buffer as before if nothing has changed.
    func picture(at frame: Int) throws -> PixelBuffer

    /// Warnings about the frames rendered so far, for the user, as sentences.
    var warnings: [String] { get }
}

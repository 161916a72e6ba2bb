import Composition
import Decoder
import Frames

/// Opens the sources of clips.
public protocol PictureSourceFactory {
    /// Opens a clip's source.
    func source(for clip: PlannedClip, plan: TimelinePlan) throws -> any PictureSource
}

/// Opens sources of all kinds; the caller supplies those of pages.
public struct PictureSources: PictureSourceFactory {
    private let openPage: (PageClip, PlannedClip, TimelinePlan) throws -> any PictureSource

    /// Creates a factory.
    ///
    /// - Parameter openPage: Opens a page for a clip of a timeline.
    public init(
        openPage: @escaping (PageClip, PlannedClip, TimelinePlan) throws -> any PictureSource = { page, _, _ in
            throw TimelineError(.unsupportedSource, "The page '\(page.address)' cannot be rendered here.")
        }
    ) { self.openPage = openPage }

    /// Opens a clip's source.
    ///
    /// - Throws: The error from opening the file or the page.
    public func source(for clip: PlannedClip, plan: TimelinePlan) throws -> any PictureSource {
        switch clip.source {
        case .video(let path) where WebPAnimation.isIn(path): try AnimationSource(path: path, layout: clip.layout)
        case .video(let path): try MovieFrames(path: path) { clip.layout.usefulSize(for: $0) }
        case .still(let path): try StillSource(path: path, layout: clip.layout)
        case .animation(let path): try AnimationSource(path: path, layout: clip.layout)
        case .color(let color): StillSource(color, layout: clip.layout)
        case .title(let title): try StillSource(title, layout: clip.layout)
        case .page(let page): try openPage(page, clip, plan)
        case .custom(let custom):
            try custom.object.makeSource(size: custom.object.size ?? clip.layout.frame.size)
        }
    }
}

extension MovieFrames: PictureSource {}

extension Layout {
    /// The size at which a picture should be decoded.
    ///
    /// It is the largest size at which the clip shows the picture, but no larger than the original
    /// unless the frame is.
    func usefulSize(for picture: PixelSize) -> PixelSize {
        let fitted = FitGeometry(fit, picture: picture, frame: frame).whole
        let factor = min(
            largestScale,
            max(1, Double(picture.width) / Double(fitted.width), Double(picture.height) / Double(fitted.height)))
        func scaled(_ side: Int) -> Int { max(1, Int((Double(side) * factor).rounded())) }
        return PixelSize(width: scaled(fitted.width), height: scaled(fitted.height))
    }
}

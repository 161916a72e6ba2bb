public import Composition
public import Decoder
import Foundation
public import Frames
import Notation

/// The source of a clip's pictures.
public enum Resource: Sendable, Hashable {
    /// A video, or an animated GIF or WebP.
    case video(path: String)
    /// A picture; an animated GIF, APNG or WebP repeats, or plays once if the clip has no duration.
    case animation(path: String)
    /// A still picture.
    case still(path: String)
    /// Still pictures, one after another.
    case sequence(PictureSequence)
    /// A single color.
    case color(Color)
    /// A text.
    case title(Title)
    /// A web page, rendered with the virtual clock.
    case page(PageClip)
    /// Pictures of the program that uses the library; see ``pictures(of:)``.
    case custom(ByIdentity<any PictureResource>)
}

extension Resource {
    /// A video or a picture, as its file says when it is inspected; an animation plays once.
    ///
    /// If there is no such file, a name like `frames/%04d.png`, `*.png` or that of a folder stands for still pictures
    /// that are shown for a frame each.
    public static func file(_ path: String) -> Resource { .still(path: path) }

    /// The name of a clip with this source: a file's name, a text's first line, a color or an address.
    var name: String {
        switch self {
        case .video(let path), .animation(let path), .still(let path): return Self.fileName(path)
        case .sequence(let sequence): return Self.fileName(sequence.name)
        case .color(let color): return color.text
        case .title(let title): return title.plainText.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        case .page(let page):
            if page.address.contains("://") { return ShownAddress.text(page.address) }
            let file = page.address.split(whereSeparator: { $0 == "?" || $0 == "#" }).first.map(String.init)
            return Self.fileName(file ?? page.address)
        case .custom(let custom): return custom.object.name
        }
    }

    /// The key with which a description states it.
    var key: String {
        switch self {
        case .video, .animation, .still, .sequence: "src"
        case .color: "color"
        case .title: "title"
        case .page: "page"
        case .custom: "custom"
        }
    }

    private static func fileName(_ path: String) -> String { URL(fileURLWithPath: path).lastPathComponent }
}

/// A web page as a clip.
public struct PageClip: Sendable, Hashable {
    /// The page's address, or the path of a local file.
    public var address: String
    /// The size of the viewport, in CSS pixels.
    public var size: PixelSize
    /// The device pixel ratio, from 1 to 4.
    public var scale = DeviceScale.one
    /// Whether the page's transparency is kept.
    public var isTransparent = false
    /// Whether the clip begins with the page's start signal.
    ///
    /// If `false`, it begins when the page has been loaded and painted.
    public var waitsForStart = false
    /// Options of `pagereel record` for the page, as command-line arguments.
    public var options: [String] = []

    /// Describes a page.
    public init(address: String, size: PixelSize) {
        self.address = address
        self.size = size
    }
}

/// Pictures that a program makes itself, as the resource of a clip.
///
/// Use it as a ``Resource`` with ``Resource/pictures(of:)``.
public protocol PictureResource: AnyObject, Sendable {
    /// The name in messages.
    var name: String { get }
    /// The natural size of the pictures; `nil` to make them at the size at which they are shown.
    var size: PixelSize? { get }
    /// The length; `nil` if there are pictures at any time.
    var duration: Duration? { get }

    /// Starts making pictures.
    ///
    /// Called on the renderer's thread, where the source is used.
    ///
    /// - Parameter size: The natural size, or else that of the clip's frame on the canvas.
    func makeSource(size: PixelSize) throws -> any PictureSource
}

extension Resource {
    /// Pictures that a program makes itself.
    public static func pictures(of resource: any PictureResource) -> Resource { .custom(ByIdentity(resource)) }
}

/// The pictures of one clip's source.
///
/// Pictures can be requested in any order; ascending order is fast. Used by one thread at a time.
public protocol PictureSource: AnyObject {
    /// The natural size of the pictures before they are fitted into a frame.
    ///
    /// The buffers may have any other size of the same aspect ratio.
    var size: PixelSize { get }

    /// The picture at a moment of the source.
    ///
    /// Returns the same buffer as before if the picture is the same. The time is rounded down to the nanosecond, so it may
    /// be slightly before a boundary of the source.
    func picture(at time: Duration) throws -> PixelBuffer

    /// Warnings about the pictures shown so far, for the user, as sentences (default: none).
    var warnings: [String] { get }
}

extension PictureSource {
    /// No warnings.
    public var warnings: [String] { [] }
}

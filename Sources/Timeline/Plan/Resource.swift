public import Composition
import Foundation
import Notation

/// The source of a clip's pictures.
public enum Resource: Sendable, Hashable {
    /// A video, or an animated GIF or WebP.
    case video(path: String)
    /// An animated GIF, APNG or WebP that repeats.
    case animation(path: String)
    /// A still picture.
    case still(path: String)
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
    public static func file(_ path: String) -> Resource { .still(path: path) }

    /// The name of a clip with this source: a file's name, a text's first line, a color or an address.
    var name: String {
        switch self {
        case .video(let path), .animation(let path), .still(let path): return Self.fileName(path)
        case .color(let color): return color.text
        case .title(let title): return title.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        case .page(let page):
            if page.address.contains("://") { return ShownAddress.text(page.address) }
            let file = page.address.split(whereSeparator: { $0 == "?" || $0 == "#" }).first.map(String.init)
            return Self.fileName(file ?? page.address)
        case .custom(let custom): return custom.object.name
        }
    }

    private static func fileName(_ path: String) -> String { URL(fileURLWithPath: path).lastPathComponent }
}

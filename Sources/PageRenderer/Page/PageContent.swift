/// What an address turns out to be, by its media type.
enum PageContent {
    /// A page, or a text or picture, which WebKit shows as one.
    case page
    /// A film.
    case video
    /// Sound alone.
    case audio
    /// A document that WebKit shows with a plug-in, without ever reporting that it has loaded (2.50.6).
    case document
    /// Pictures of which each replaces the one before, without end, as cameras send them. Each would be a document.
    case pictures

    /// The media type of ``pictures``.
    static let picturesType = "multipart/x-mixed-replace"

    /// Sorts a media type.
    init(type: String) {
        let type = type.lowercased()
        if type.hasPrefix("video/") || type == "application/ogg" {
            self = .video
        } else if type.hasPrefix("audio/") {
            self = .audio
        } else {
            self = type == "application/pdf" ? .document : type == Self.picturesType ? .pictures : .page
        }
    }

    /// Why it cannot be recorded, and what can be done with it, as sentences without a subject.
    ///
    /// - Parameter type: The media type; empty if WebKit does not know it.
    func explanation(of type: String) -> String {
        switch self {
        case .page: type.isEmpty ? "its type is not known." : "its type is \(type)."
        case .video:
            "it is a video (\(type)). pagereel compose makes videos of videos; to record it as a page, show it with "
                + "<video autoplay> in an HTML file."
        case .audio:
            "it is sound (\(type)). Pass it to --audio as the soundtrack of a page, or use pagereel compose."
        case .document:
            "it is a PDF document (\(type)). Turn its pages into pictures, for example with pdftoppm -png, and pass "
                + "those to pagereel images."
        case .pictures:
            "it is a stream of pictures without end (\(type)), as cameras send. Show it with <img> in an HTML file that "
                + "sends the start signal."
        }
    }
}

/// The progress of a page's first picture in a view.
enum PictureState {
    /// The view has drawn nothing, and the page has painted nothing.
    case none
    /// The view has drawn something, perhaps an empty document, and nothing was painted since the
    /// page began to arrive.
    ///
    /// - Parameter ofPage: Whether the page had begun to arrive by then.
    case drawn(ofPage: Bool)
    /// Something was painted since the page began to arrive.
    case painted
    /// The view has a picture of the page.
    case present
}

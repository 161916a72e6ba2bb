/// How far a view has come with its page's first picture.
enum PictureState {
    /// The view has drawn nothing, and nothing of the page was painted.
    case none
    /// The view has drawn something, maybe an empty document, and nothing was
    /// painted since the page began to arrive.
    ///
    /// - Parameter ofPage: Whether the page had begun to arrive by then.
    case drawn(ofPage: Bool)
    /// Something was painted since the page began to arrive.
    case painted
    /// The view has a picture of the page.
    case present
}

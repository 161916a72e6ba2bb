private import CWebKitGTK

/// What one version of the engine does otherwise than another, where nothing
/// but the version tells: the only place that asks for it.
@MainActor
package enum EngineTraits {
    /// Whether a transparent page that is painted loses, with each picture, what
    /// has not changed since the one before.
    ///
    /// From 2.53 on each picture begins with a clear of the whole surface where
    /// the background is not opaque, and only what has changed is painted after
    /// it (NonCompositedFrameRenderer.cpp; https://bugs.webkit.org/324543).
    package static var losesUndamagedTransparency: Bool {
        (webkit_get_major_version(), webkit_get_minor_version()) >= (2, 53)
    }
}

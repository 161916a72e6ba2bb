/// A rendering configuration of an engine; each is tested separately.
package struct EngineVariant: Sendable, Hashable, Codable {
    /// The rendering: painted or composited.
    package let rendering: PageOptions.Rendering
    /// Whether pictures have transparency.
    package let isTransparent: Bool

    /// Creates a variant.
    package init(rendering: PageOptions.Rendering, isTransparent: Bool) {
        self.rendering = rendering
        self.isTransparent = isTransparent
    }

    /// The variants of recordings with default rendering: painted without transparency, composited with it.
    package static let allCases = [
        EngineVariant(rendering: .painted, isTransparent: false),
        EngineVariant(rendering: .composited, isTransparent: false),
        EngineVariant(rendering: .composited, isTransparent: true),
    ]

    /// The name, for messages and file names.
    package var name: String { isTransparent ? "\(rendering.rawValue) with transparency" : rendering.rawValue }
}

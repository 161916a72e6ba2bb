/// One of the ways in which an engine makes pictures, each of which is tried by itself.
package struct EngineVariant: Sendable, Hashable, Codable {
    /// Painted or composited.
    package let rendering: PageOptions.Rendering
    /// Whether pictures have transparency.
    package let isTransparent: Bool

    /// Describes a way.
    package init(rendering: PageOptions.Rendering, isTransparent: Bool) {
        self.rendering = rendering
        self.isTransparent = isTransparent
    }

    /// Those of recordings that ask for no rendering, without transparency and with it, which is composited.
    package static let allCases = [
        EngineVariant(rendering: .painted, isTransparent: false),
        EngineVariant(rendering: .composited, isTransparent: false),
        EngineVariant(rendering: .composited, isTransparent: true),
    ]

    /// Its name, for a person and for a file.
    package var name: String { isTransparent ? "\(rendering.rawValue) with transparency" : rendering.rawValue }
}

internal import PageSampler

/// One of the ways in which an engine makes pictures, each of which is tried by itself.
struct EngineVariant: Sendable, Hashable, Codable {
    /// Painted or composited.
    let rendering: PageOptions.Rendering
    /// Whether pictures have transparency.
    let isTransparent: Bool

    /// Those of recordings that ask for no rendering, without transparency and with it, which is composited.
    static let allCases = [
        EngineVariant(rendering: .painted, isTransparent: false),
        EngineVariant(rendering: .composited, isTransparent: false),
        EngineVariant(rendering: .composited, isTransparent: true),
    ]

    /// Its name, for a person and for a file.
    var name: String { isTransparent ? "\(rendering.rawValue) with transparency" : rendering.rawValue }
}

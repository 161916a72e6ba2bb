internal import PageSampler

/// One of the ways in which an engine makes pictures, each of which is tried by itself.
struct EngineVariant: Sendable, Hashable, Codable, CaseIterable {
    /// Painted or composited.
    let rendering: PageOptions.Rendering
    /// Whether pictures have transparency.
    let isTransparent: Bool

    /// All of them, those of default recordings first.
    static let allCases = [false, true].flatMap { isTransparent in
        [PageOptions.Rendering.painted, .composited].map { EngineVariant(rendering: $0, isTransparent: isTransparent) }
    }

    /// Its name, for a person and for a file.
    var name: String { isTransparent ? "\(rendering.rawValue) with transparency" : rendering.rawValue }
}

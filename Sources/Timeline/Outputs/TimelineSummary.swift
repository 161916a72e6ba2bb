/// A summary of a timeline that was rendered.
public struct TimelineSummary: Sendable {
    /// A summary of each output, in the plan's order.
    public let outputs: [OutputSummary]
    /// Warnings about the clips' and the sounds' files for the user, as sentences, each once.
    public let warnings: [String]

    /// Collects the summaries.
    ///
    /// - Parameter pictureWarnings: Warnings about the clips' files.
    init(_ outputs: [OutputSummary], pictureWarnings: [String]) {
        self.outputs = outputs
        var known: Set<String> = []
        warnings = (pictureWarnings + outputs.flatMap(\.warnings)).filter { known.insert($0).inserted }
    }
}

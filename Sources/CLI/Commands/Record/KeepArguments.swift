import ArgumentParser
import Notation

/// The option that removes older outputs.
struct KeepArguments: OptionTable {
    @Setting(
        "keep", "Keep this many of the newest outputs of a template like %Y-%m-%d.mp4; remove older ones.",
        .wholeNumber(in: 1...100_000), as: "number", .detail, .notRepeated)
    var keep: Int?

    /// Rejects `--keep` for an output whose name does not suit it.
    func validate(for output: OutputName?) throws {
        guard keep != nil else { return }
        guard let output else {
            throw ValidationError("--keep needs an --output whose name holds the time, like -o '%Y-%m-%d.mp4'.")
        }
        _ = try OldOutputs(output)
    }
}

import ArgumentParser
import Notation

/// The option that removes older outputs.
struct KeepArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Keep this many of the newest outputs of a template like %Y-%m-%d.mp4; remove older ones.",
            valueName: "number"),
        transform: reading(.wholeNumber(in: 1...100_000)))
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

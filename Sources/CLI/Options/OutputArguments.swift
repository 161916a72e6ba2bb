import ArgumentParser

/// What becomes of an output that is there already.
struct OutputArguments: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Replace an existing output once the new one is complete.")
    var overwrite = false
}

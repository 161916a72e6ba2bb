import ArgumentParser

/// Options for existing outputs.
struct OutputArguments: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Replace an existing output once the new one is complete.")
    var overwrite = false
}

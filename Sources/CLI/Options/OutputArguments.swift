/// Options for existing outputs.
struct OutputArguments: OptionTable {
    @Setting("overwrite", "Replace an existing output once the new one is complete.", .notRepeated)
    var overwrite = false
}

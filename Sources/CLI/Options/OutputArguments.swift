/// Options for existing outputs.
struct OutputArguments: ConfigurableTable {
    @Setting("overwrite", "Replace an existing output once the new one is complete.", .notRepeated)
    var overwrite = false
}

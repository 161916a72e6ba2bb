import ArgumentParser

/// What is described.
enum SchemaKind: String, CaseIterable, ExpressibleByArgument {
    /// A file of `--do`.
    case steps
    /// The file of `--config`.
    case configuration
    /// A file of `check` with pages and cases.
    case cases
    /// A timeline of `compose`.
    case timeline
    /// The rows of a batch.
    case manifest
    /// What `record --json` prints.
    case summary
    /// What `check --format json` prints.
    case check
    /// What `doctor --json` prints.
    case doctor

    /// The schema's `$id`, with its version, which changes when what was valid becomes invalid.
    var identifier: String { "urn:pagereel:schema:\(rawValue):1" }
}

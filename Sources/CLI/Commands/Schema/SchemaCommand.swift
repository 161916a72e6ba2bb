import ArgumentParser

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of a file or an output, for editors and other programs.",
        discussion: """
            An editor with a YAML language server then completes and checks such files:

              pagereel schema steps > steps.schema.json

              # yaml-language-server: $schema=steps.schema.json
              - click: '#next'
            """)

    /// What is described.
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        /// A file of `--do`.
        case steps
        /// The file of `--config`.
        case configuration
        /// A file of `check` with pages and cases.
        case cases
        /// The rows of a batch.
        case manifest
        /// What `record --json` prints.
        case summary
        /// What `check --format json` prints.
        case check
        /// What `doctor --json` prints.
        case doctor

        /// The schema's `$id`, with its version, which changes when a valid file or a reader can become invalid.
        var identifier: String { "urn:pagereel:schema:\(rawValue):1" }

        /// The schema.
        ///
        /// - Throws: What a type throws whose form is found out by decoding it.
        func schema() throws -> JSONSchema {
            switch self {
            case .steps: StepsSchema.schema
            case .configuration: ConfigurationSchema.schema
            case .cases: CasesSchema.schema
            case .manifest: ManifestSchema.schema
            case .summary:
                JSONSchema(
                    self, title: "Summary of pagereel record",
                    ["anyOf": [JSONSchema.reference("recording"), JSONSchema.reference("failure")]],
                    definitions: [
                        "recording": try SchemaDecoder.schema(of: RecordingJSON.self),
                        "failure": try SchemaDecoder.schema(of: FailureJSON.self),
                    ])
            case .check:
                JSONSchema(self, title: "Report of pagereel check", try SchemaDecoder.schema(of: [CheckResult].self))
            case .doctor:
                JSONSchema(self, title: "Report of pagereel doctor", try SchemaDecoder.schema(of: DoctorReport.self))
            }
        }
    }

    @Argument(help: "What to describe: \(Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
    var kind: Kind

    func run() throws {
        try CommandEnvironment.run {
            print(try kind.schema().text(), terminator: "")
            return .success
        }
    }
}

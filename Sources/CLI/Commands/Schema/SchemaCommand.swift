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

    @Argument(help: "What to describe: \(SchemaKind.allCases.map(\.rawValue).joined(separator: ", ")).")
    var kind: SchemaKind

    func run() throws {
        try CommandEnvironment.run {
            print(try kind.schema().text(), terminator: "")
            return .success
        }
    }
}

extension SchemaKind {
    /// The schema.
    ///
    /// - Throws: What a type throws whose form is found out by decoding it.
    fileprivate func schema() throws -> JSONSchema {
        switch self {
        case .steps: StepsSchema.schema
        case .configuration: ConfigurationSchema.schema
        case .cases: CasesSchema.schema
        case .timeline: TimelineSchema.schema
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

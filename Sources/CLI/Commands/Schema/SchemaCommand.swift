import ArgumentParser

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of a file, for editors.",
        discussion: """
            An editor with a YAML language server then completes and checks such files:

              pagereel schema steps > steps.schema.json

              # yaml-language-server: $schema=steps.schema.json
              - click: '#next'
            """)

    /// The files whose form is described.
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        /// A file of `--do`.
        case steps
    }

    @Argument(help: "The kind of file: \(Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
    var kind: Kind

    func run() throws {
        try CommandEnvironment.run {
            switch kind {
            case .steps: print(try StepsSchema.text(), terminator: "")
            }
            return .success
        }
    }
}

import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// `pagereel schema steps`, as a library for JSON Schema understands it.
    @Suite("The schema of steps")
    struct StepSchema {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        @Test("It accepts what pagereel reads, the examples of the documentation and the fixture, and refuses the rest")
        func agreement() async throws {
            let schema = try await Pagereel.run(["schema", "steps"])
            #expect(schema.exitCode == 0)
            let documented = try StepExamples.documented()
            #expect(documented.count >= 4)
            // StepsReaderTests has what pagereel says of them.
            let cases = (StepExamples.valid + documented).map { ($0, true) } + StepExamples.invalid.map { ($0, false) }
            let names = try cases.enumerated().map { try folder.write("\($0.offset).yaml", $0.element.0) }
            let script = """
                import json, sys, yaml, jsonschema
                schema = json.loads(sys.argv[1])
                jsonschema.Draft202012Validator.check_schema(schema)
                validator = jsonschema.Draft202012Validator(schema)
                # The values as text, as they are written, except numbers and truth values.
                print(json.dumps([validator.is_valid(yaml.safe_load(open(name))) for name in sys.argv[2:]]))
                """
            let answer = try await PythonPackage.kubernetesValidate.run(script, [schema.standardOutput] + names)
            let verdicts = try JSONDecoder().decode([Bool].self, from: answer)
            for ((text, isValid), verdict) in zip(cases, verdicts) { #expect(verdict == isValid, "\(text)") }
        }
    }
}

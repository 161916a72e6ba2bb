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
            let documented = try StepExamples.documented()
            #expect(documented.count >= 4)
            // StepsReaderTests has what pagereel says of them.
            let cases = (StepExamples.valid + documented).map { ($0, true) } + StepExamples.invalid.map { ($0, false) }
            let names = try cases.enumerated().map { try folder.write("\($0.offset).yaml", $0.element.0) }
            let mistakes = try await SchemaValidator.mistakes(in: names, kind: "steps")
            for ((text, isValid), mistakes) in zip(cases, mistakes) {
                #expect(mistakes.isEmpty == isValid, "\(text): \(mistakes)")
            }
        }
    }
}

import EngineLink
import Notation
import Recorder

@testable import CLI

extension FuzzReader {
    /// Expectations, files of cases, and the configuration.
    static let checks = [
        FuzzReader.text("expectations") { text in
            guard let list = try accepted({ try Expectation.list(text) }) else { return false }
            for expectation in list {
                let again = try accepted { try Expectation.list(expectation.text) }
                try require(again == [expectation], "\(expectation) is \(again ?? []) when read again")
            }
            return true
        },
        FuzzReader.text("cases", TreeMutator(.yaml)) { text in
            let file = CasesFile(YAMLFile(path: "/nowhere/cases.yaml", text: text), environment: ["HOME": "/nowhere"])
            guard let cases = try accepted({ try file.cases() }) else { return false }
            try require(!cases.isEmpty, "there are no cases")
            let results = cases.compactMap { $0.place.map { ($0, ["start < 2s", "no page errors"]) } }
            let updated = try accepted { try ExpectationUpdate(file: file.file).text(with: results) }
            guard let updated else { return true }
            let again = CasesFile(
                YAMLFile(path: "/nowhere/cases.yaml", text: updated), environment: ["HOME": "/nowhere"])
            let rest = try accepted { try again.cases() }
            try require(
                rest?.map(\.name) == cases.map(\.name) && rest?.map(\.page) == cases.map(\.page),
                "updated cases are \(rest.map { $0.map(\.name) } ?? []), not \(cases.map(\.name)):\n\(updated)")
            return true
        },
        FuzzReader.text("configuration", TreeMutator(.yaml)) { text in
            let file = ConfigurationFile(path: "/nowhere/config.yaml", text: text)
            let content = try accepted {
                try ConfigurationReader(file, home: "/nowhere/", options: configurationOptions).read()
            }
            guard let content else { return false }
            try require(content.profiles.allSatisfy { !$0.name.isEmpty }, "a profile has no name")
            return true
        },
        FuzzReader.text("storage-state", TreeMutator(.json)) { try stateIsAccepted($0) },
        FuzzReader.text("cookie-list", WordMutator(dictionary: ["\t", "\n", "TRUE", "FALSE", "#HttpOnly_"])) {
            try stateIsAccepted($0)
        },
    ]

    /// Whether a text is a state file, whose cookies can be sent.
    private static func stateIsAccepted(_ text: String) throws -> Bool {
        guard let state = try accepted({ try StateFile.state(in: text, path: "a") }) else { return false }
        let isComplete = state.cookies.allSatisfy {
            !$0.name.isEmpty && !$0.domain.isEmpty && $0.path.hasPrefix("/")
                && !$0.value.contains { ";\n".contains($0) }
        }
        try require(isComplete, "a cookie is incomplete")
        return true
    }

    private static let configurationOptions = Configuration.options
}

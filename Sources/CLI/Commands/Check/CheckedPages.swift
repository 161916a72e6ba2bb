import ArgumentParser
import EngineLink
import Notation

// The check of several pages, with the options and expectations of the command line for each.

extension CheckCommand {
    /// Rejects what only one page can have.
    func refuseOptionsOfOnePage() throws {
        if let file = pages.first(where: CasesFile.isName) {
            throw ValidationError(
                "\(file) is a file of cases, which is checked alone. List the other pages in it, or check them separately."
            )
        }
        guard !pages.contains(PageAddress.standardInput) else {
            throw ValidationError("Standard input (-) is one page, which is checked alone.")
        }
        let options = typedOptionsOfGroups
        if let option = ["name", "update"].first(where: { options[$0] != nil }) {
            throw ValidationError("--\(option) is for one page. Write a file of cases to check several with it.")
        }
        if let option = ["save-state", "har"].first(where: { options[$0] != nil }) {
            throw ValidationError("--\(option) is for one page. Check that page alone.")
        }
    }

    /// Checks the pages in parallel and prints one report.
    @MainActor
    func checkPages() async -> ExitStatus {
        let arguments = argumentsForPages
        let cases = pages.map { page in
            CheckCase(name: ShownAddress.text(page), page: page, arguments: arguments, steps: nil, place: nil)
        }
        do {
            return try await check(cases, "page")
        } catch {
            Message.error("\(error)")
            return ExitStatus(error, signal: nil)
        }
    }

    /// The typed options and expectations, for the command of each page.
    ///
    /// That command reads the configuration itself.
    private var argumentsForPages: [String] {
        let options = OptionFacts.byName(in: Self.caseTables + [DataArguments.self]).keys
        let names = Set(options).union(["expect"]).subtracting(["sandbox"])
        return settingsOfGroups.filter { $0.isTyped && names.contains($0.facts.name) }.flatMap(\.arguments)
    }
}

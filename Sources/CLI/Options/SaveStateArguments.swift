import EngineLink
import Files
import Notation

/// The option for the page's state at its end.
struct SaveStateArguments: OptionTable {
    @Setting(
        "save-state",
        "Write the page's cookies and local storage at its end to this file, for --state; an old file is replaced.",
        .text, as: "file", .files(["json"]), .notRepeated)
    var saveState: String?

    /// Lets the plan read the state, after checking that the file can be written.
    ///
    /// - Throws: ``FileError``.
    func apply(to plan: inout TakePlan) throws(FileError) {
        guard let saveState else { return }
        plan.options.savesState = true
        try OutputFile.requireCreatable(saveState, overwrite: true, content: .state)
    }

    /// Writes the state, if the option is given.
    ///
    /// - Returns: What was written, as a sentence for people; `nil` if nothing was to be.
    /// - Throws: ``PageError`` if there is no state, or ``FileError``.
    func save(_ state: PageState?) throws -> String? {
        guard let saveState else { return nil }
        guard let state else {
            throw PageError(
                .hung, "\(saveState) was not written: the page's cookies and local storage could not be read.")
        }
        try StateFile.write(state, to: saveState)
        let storage = state.origins.isEmpty ? "" : " and local storage of \(quantity(state.origins.count, "origin"))"
        return "\(saveState): \(quantity(state.cookies.count, "cookie"))\(storage)"
    }
}

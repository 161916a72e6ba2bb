internal import EngineLink

// Fields of forms.

extension PageInput {
    /// Clicks an element and types a text, or sets the value of a field that takes no text.
    ///
    /// - Parameters:
    ///   - text: What is typed.
    ///   - interval: The time between characters.
    ///   - time: The earliest time of the input.
    ///   - isReplacing: Whether the text replaces what the element contains.
    func enter(
        _ text: String, into target: PageTarget, every interval: Duration?, _ time: PageInstant,
        replacing isReplacing: Bool = false
    ) async throws {
        let kind = try await insist { try await self.ask(InputScripts.kind(of: target, for: text)) }
        if kind == InputScripts.isSet {
            try await point(at: target, for: .click, time)
            try await insist { try await self.ask(InputScripts.setValue(text, of: target)) }
        } else if kind == InputScripts.isChosen, isReplacing {
            try await point(at: target, for: .click, time)
            try await insist { try await self.ask(InputScripts.select(text, from: target)) }
        } else {
            try await click(target, .single, time)
            try await ask(InputScripts.expectFocus(after: target))
            if isReplacing {
                try await press(PageChord(PageKey("a"), with: [.control]))
                if text.isEmpty, let delete = PageKey(name: "Delete") { try await press(PageChord(delete)) }
            }
            try await type(text, every: interval)
        }
    }

    /// Clicks a checkbox unless it is in the wanted state.
    func check(_ target: PageTarget, _ isChecked: Bool, _ time: PageInstant) async throws {
        let wanted = "\(isChecked)"
        try await pacing.pass(until: time)
        if try await insist({ try await self.ask(InputScripts.isChecked(target)) }) == wanted { return }
        try await click(target, .single, pacing.now)
        try await insist {
            guard try await self.ask(InputScripts.isChecked(target)) != wanted else { return }
            throw Failure(message: "A click did not \(isChecked ? "check" : "uncheck") \(target.title).")
        }
    }

    /// Chooses files for a field, or for the field that another element opens.
    func upload(_ files: [String], into target: PageTarget) async throws {
        view.filesToChoose = files
        defer { view.filesToChoose = [] }
        let kind = try await insist { try await self.ask(InputScripts.kind(of: target, count: files.count)) }
        if kind == InputScripts.isOpener {
            try await click(target, .single, pacing.now)
        } else {
            if kind == InputScripts.isSeen, display != nil { try await point(at: target, for: .click, pacing.now) }
            showPress(isDown: display != nil && kind == InputScripts.isSeen)
            let script = InputScripts.openFileChooser(of: target)
            try await insist { try await self.askAsUser(script) }
            showPress(isDown: false)
        }
        try await insist {
            if self.view.refusesSeveralFiles {
                throw Failure(
                    message: "\(target.title) takes one file, not \(files.count).", isFinal: true)
            }
            guard !self.view.filesToChoose.isEmpty else { return }
            throw Failure(message: "\(target.title) did not ask for files.")
        }
        // WebKit reads the files' properties meanwhile, in the machine's time.
        var questions = 0
        while questions < Self.mostQuestions, try await ask(InputScripts.haveFilesArrived) != "true" { questions += 1 }
    }

    /// How often a page is asked whether its files have arrived.
    ///
    /// A field outside of the document does not say so.
    private static let mostQuestions = 2000

    private func askAsUser(_ script: String) async throws {
        let answer = try await view.answerAsUser(to: script)
        guard answer.first == InputScripts.failure else { return }
        let isFinal = answer.dropFirst().first == InputScripts.failure
        throw Failure(message: String(answer.dropFirst(isFinal ? 2 : 1)), isFinal: isFinal)
    }
}

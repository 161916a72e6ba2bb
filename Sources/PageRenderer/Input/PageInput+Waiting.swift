internal import EngineLink
internal import Frames

// Waiting for the page.

extension PageInput {
    /// Tries something again after each refresh until it succeeds, or its time is over.
    @discardableResult
    func insist<Output>(_ attempt: @MainActor () async throws -> Output) async throws -> Output {
        while true {
            let reason: any Error
            do {
                return try await attempt()
            } catch let failure as Failure {
                guard !failure.isFinal, pacing.hasTime else { throw failure }
                reason = failure
            } catch let error as ScriptError {
                // Another document has replaced the page's, which may have the element.
                guard pacing.hasTime else { throw error }
                reason = error
            }
            // If the page ends meanwhile, what was missing says more.
            do { try await pacing.passRefresh() } catch { throw reason }
        }
    }

    func wait(for condition: PageCondition) async throws {
        switch condition {
        case .state, .text, .value, .count: try await insist { try await self.ask(InputScripts.check(condition)) }
        case .address(let pattern):
            try await insist {
                let address = self.view.currentAddress
                guard !AddressPattern(pattern).matches(address) else { return }
                throw Failure(message: "The page's address is \(address), not \(pattern).")
            }
        case .script(let script):
            try await insist {
                let answer = try await self.result(of: "return Boolean(await (\n\(script)\n));")
                if answer != "true" { throw Failure(message: "The script '\(script)' returned no true value.") }
            }
        case .networkIdle: try await waitForNetwork()
        case .signal: preconditionFailure("the caller waits for signals")
        }
    }

    /// Runs a script among the page's own, and lets time pass until it has ended.
    ///
    /// - Parameter script: The body of an async function.
    /// - Returns: What it returned, as text.
    func result(of script: String) async throws -> String {
        let result = view.startInPage(script)
        while true {
            await view.settle(result)
            switch result.outcome {
            case .success(let answer)?: return answer
            // Nobody can settle its promise any more: WebKit has collected it, at some time.
            case .failure(let error)? where error.message.contains("no longer reachable"): break
            case .failure(let error)?: throw Failure(message: "The script failed: \(error.message)")
            case nil: break
            }
            guard pacing.hasTime else { throw Failure(message: "The script has not ended.") }
            try await pacing.passRefresh()
        }
    }

    /// Waits until no request has been unanswered for half a second, as Playwright's `networkidle`.
    private func waitForNetwork() async throws {
        var idleSince = pacing.now
        while idleSince.duration(to: pacing.now) < .milliseconds(500) {
            try await pacing.passRefresh()
            guard let request = view.requests.unanswered.first else { continue }
            idleSince = pacing.now
            guard pacing.hasTime else { throw Failure(message: "The request for \(request) has no complete answer.") }
        }
    }
}

/// A pattern of addresses, as Playwright writes them: `*` is any text without a slash, `**` any text.
private struct AddressPattern {
    private enum Part: Equatable {
        case character(Character)
        case segment, anything
    }

    private let parts: [Part]

    init(_ pattern: String) {
        var (parts, rest): ([Part], Substring) = ([], pattern[...])
        while let first = rest.first {
            let stars = rest.prefix { $0 == "*" }.count
            parts.append(stars == 0 ? .character(first) : stars == 1 ? .segment : .anything)
            rest = rest.dropFirst(max(1, stars))
        }
        self.parts = parts
    }

    /// Whether the pattern describes the whole address.
    func matches(_ address: String) -> Bool {
        // The numbers of parts that can have matched so far; stars may be empty.
        var reached = closed([0])
        for character in address {
            var next: Set<Int> = []
            for count in reached where count < parts.count {
                switch parts[count] {
                case .character(character): next.insert(count + 1)
                case .segment where character != "/", .anything: next.insert(count)
                default: break
                }
            }
            reached = closed(next)
        }
        return reached.contains(parts.count)
    }

    private func closed(_ counts: Set<Int>) -> Set<Int> {
        var all = counts
        for var count in counts {
            while count < parts.count, [.segment, .anything].contains(parts[count]) {
                count += 1
                all.insert(count)
            }
        }
        return all
    }
}

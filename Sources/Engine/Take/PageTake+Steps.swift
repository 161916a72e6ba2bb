internal import EngineLink
internal import Frames
internal import PageRenderer

// Input for the page: clicks, keys and scrolling.

extension PageTake {
    /// Schedules each step at its time, counted from the document that arrives.
    func scheduleSteps() {
        let document = pageBegan
        for step in plan.steps {
            let body: @MainActor () async -> Void = { [weak self] in
                // A document that was replaced cannot be clicked.
                guard let self, pageBegan == document, let view else { return }
                if case .ended = state { return }
                if let failure = await view.perform(step.action) {
                    mistake("The step at \(step.time.text) could not be done: \(failure)", at: step.time)
                }
            }
            if let timeline {
                timeline.schedule(at: document.advanced(by: step.time), body)
            } else {
                timers.append(
                    OneShotTimer(after: step.time) { [weak self] in
                        // Steps do not overlap, however long each takes.
                        let before = self?.lastStep
                        self?.lastStep = Task {
                            await before?.value
                            await body()
                        }
                    })
            }
        }
    }
}

internal import EngineLink
internal import Frames
internal import PageSampler

// What is done to the page while it lives.

extension PageTake {
    /// Has each step done at its time, from the document that now arrives.
    func scheduleSteps() {
        let document = pageBegan
        for step in plan.steps {
            let body: @MainActor () async -> Void = { [weak self] in
                // One that another document has taken the place of is not
                // there to be clicked.
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
                        // One after the other, however long each takes.
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

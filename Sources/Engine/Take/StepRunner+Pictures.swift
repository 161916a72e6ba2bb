internal import EngineLink
internal import Frames
internal import PageRenderer

// The pictures of steps: screenshots, and what viewers see when a step has ended.

extension StepRunner {
    /// Takes the picture of a `screenshot`.
    ///
    /// - Returns: Why it failed, as a sentence for users; `nil` on success.
    func takeScreenshot(
        _ name: String, of target: PageTarget?, for step: PageStep, with input: PageInput, notBefore due: PageInstant
    ) async -> String? {
        var area: StepPicture.Area?
        do throws(StepInterruption) {
            if let target {
                let found = await input.area(of: target, notBefore: due)
                guard let part = found.area else { return found.reason }
                area = part
            } else {
                try await pass(until: due)
            }
            guard try await takePicture(of: StepOutcome(step, .done), .screenshot(name: name), area) else {
                return Self.noMemory
            }
            return nil
        } catch {
            return StepOutcome.cutOff
        }
    }

    /// Takes the picture of a step that has ended, if the plan asks for it.
    func takePicture(after outcome: StepOutcome) async {
        guard let plan = take?.plan else { return }
        let purpose: StepPicture.Purpose
        switch plan.stepPictures {
        case .firstFailure where outcome.status == .failed && !hasFailurePicture: purpose = .failure
        case .all where [.done, .failed].contains(outcome.status): purpose = .end
        default: return
        }
        hasFailurePicture = hasFailurePicture || outcome.status == .failed
        let (timedOutcome, index) = (timed(outcome), reportedSteps - 1)
        do throws(StepInterruption) {
            if try await takePicture(of: timedOutcome, purpose, index: index) { return }
        } catch {
            // The page is no longer followed: its last picture is the one in question.
            guard !hasEnded else { return }
            if await take?.send(picture(of: timedOutcome, purpose, index: index)) == true { return }
        }
        take?.warn("\(outcome.step.place) has no picture: the memory for it was in use.")
    }

    private static let noMemory = "The memory for the picture was in use."

    /// Takes a picture at the display's next refresh, and waits for it.
    ///
    /// - Parameter index: The step's index in the report (default: the next one).
    /// - Returns: Whether the picture has been sent.
    /// - Throws: ``StepInterruption`` if the page is no longer followed; the picture has not been taken then.
    private func takePicture(
        of outcome: StepOutcome, _ purpose: StepPicture.Purpose, _ area: StepPicture.Area? = nil, index: Int? = nil
    ) async throws(StepInterruption) -> Bool {
        guard !isStopped, let take, take.ending == nil, let course = take.course else { throw StepInterruption() }
        isPictureSent = false
        course.captureAtRefresh { [weak self] in
            // Once the take ends, how far the page still goes is a matter of chance.
            guard let self, let take = self.take, !isStopped, take.ending == nil else { return nil }
            isPictureSent = await take.send(picture(of: outcome, purpose, area, index: index))
            return { [weak self] in await self?.resume() }
        }
        let goesOn = await withCheckedContinuation { continuation in
            whenDue = continuation
            rest()
        }
        guard goesOn || isPictureSent else { throw StepInterruption() }
        return isPictureSent
    }

    private func picture(
        of outcome: StepOutcome, _ purpose: StepPicture.Purpose, _ area: StepPicture.Area? = nil, index: Int? = nil
    ) -> StepPicture {
        StepPicture(
            of: outcome, index: index ?? reportedSteps, purpose, at: timeOfPicture, caption: shownCaption, area: area)
    }
}

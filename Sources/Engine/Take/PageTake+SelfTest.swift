internal import EngineLink
internal import Frames
internal import PageRenderer

// The response to an engine whose virtual clock is not exact.

extension PageTake {
    /// Ensures that the virtual clock is exact for the next take.
    ///
    /// If it is not, falls back to a configuration that is right, or throws if no configuration is right.
    ///
    /// - Throws: `missingComponent`.
    func trustClock() async throws(PageError) {
        guard plan.options.virtualTime != nil else { return }
        let verdict = try await verdict(on: askedRendering)
        if let fault = verdict.fault {
            let finding =
                "The virtual clock is not exact with \(engine) and \(askedRendering.rawValue) pictures: \(fault)"
            // A failure without pictures concerns the clock itself, independent of the rendering.
            var canComposite = verdict.failure == nil
            if canComposite { canComposite = try await self.canComposite(isTransparent: false) }
            guard !plan.requiresExactClock else {
                let way = canComposite ? "--rendering composited or --clock realtime" : "--clock realtime"
                throw PageError(
                    .missingComponent,
                    "\(finding). Use \(way), or another version of WebKitGTK; pagereel doctor shows details.")
            }
            guard canComposite else {
                plan.options.virtualTime = nil
                plan.refreshRate = nil
                report(.lostClock)
                return warn("\(finding); the page is recorded in real time instead (--clock realtime).")
            }
            composite()
            warn("\(finding); the page is composited instead (--rendering composited).")
        }
        if plan.options.isTransparent { try await trustTransparency() }
    }

    /// Ensures that pictures with transparency are complete.
    ///
    /// Real time would not help, so only the rendering is changed.
    private func trustTransparency() async throws(PageError) {
        guard let fault = try await verdict(on: askedRendering, isTransparent: true).fault else { return }
        let finding =
            "With \(engine) \(askedRendering.rawValue) pictures with transparency are not right where something moves: "
            + fault
        guard try await canComposite(isTransparent: true) else { return warn("\(finding).") }
        composite()
        warn("\(finding); the page is composited instead (--rendering composited).")
    }

    private var engine: String { "WebKitGTK \(PageProbe.engineVersion)" }

    /// The rendering of the next take, unless the page turns out to need another.
    private var askedRendering: PageOptions.Rendering { choice.rendering == .composited ? .composited : .painted }

    private func composite() {
        choice.decide(on: .composited, because: "painted pictures are not exact with \(engine)")
    }

    /// Whether compositing solves the problem.
    private func canComposite(isTransparent: Bool) async throws(PageError) -> Bool {
        guard askedRendering == .painted else { return false }
        return try await verdict(on: .composited, isTransparent: isTransparent).isExact
    }

    private func verdict(
        on rendering: PageOptions.Rendering, isTransparent: Bool = false
    ) async throws(PageError) -> EngineVerdict {
        try await selfTest.verdict(on: EngineVariant(rendering: rendering, isTransparent: isTransparent))
    }
}

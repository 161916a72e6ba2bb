import EngineLink
import Frames
import PageSampler
import Synchronization

/// The view in which stills show the whole page: as tall as the page.
///
/// Only in a taller view does the page show all of itself: what appears or loads when it comes into view, canvases,
/// videos and layers. How tall the page is at each still is measured by following it once before.
enum FullPage {
    /// Follows a page to plan stills of all of it.
    ///
    /// - Parameters:
    ///   - plan: Plans stills of the view.
    ///   - moments: When stills are taken; the view becomes as tall as the page is at the tallest of them.
    /// - Returns: The plan with the taller view, of which stills tell what is still below it.
    /// - Throws: `PageError`, also if the page is too tall.
    @MainActor
    static func plan(
        _ plan: TakePlan, at moments: [PictureMoment], interruptibleBy signals: StopSignals
    ) async throws -> TakePlan {
        var plan = plan
        plan.measuresPage = true
        var measuring = plan
        // An element may be below the view, and everything is reported the second time.
        measuring.stillElement = nil
        measuring.ignoredElements = []
        let hidden = Mutex<[PictureMoment: Int]>([:])
        let run = PageStills(measuring, at: moments) { still in
            hidden.withLock { $0[still.moment] = still.hiddenHeight }
        }
        _ = try await signals.run(interrupt: { run.interrupt() }) { try await run.run() }
        guard let (moment, height) = hidden.withLock({ $0.max { $0.value < $1.value } }) else { return plan }
        let size = plan.options.size
        plan.options.size = PixelSize(width: size.width, height: size.height + height)
        guard plan.options.pixelSize.height <= PageOptions.tallestPage else {
            throw PageError(
                .invalidPlan,
                "At \(moment) the page is \(plan.options.size.height) CSS pixels tall, too tall for --full-page: a still "
                    + "has at most \(PageOptions.tallestPage) rows of pixels. Take stills of parts, with steps that scroll, "
                    + "or choose a smaller --scale.")
        }
        return plan
    }

    /// What the user should know about stills that do not show all of the page; `nil` if they do.
    ///
    /// - Parameters:
    ///   - hidden: How much was below the view of each still, in CSS pixels.
    ///   - height: The view's height.
    static func warning(of hidden: [PictureMoment: Int], inViewOf height: Int) -> String? {
        guard let (moment, rest) = hidden.max(by: { $0.value < $1.value }), rest > 0 else { return nil }
        return "At \(moment) the still does not show the page's last \(rest) CSS pixels. A part of it is as tall as "
            + "the view (100vh), and grows with it: --full-page used a view of \(height) CSS pixels."
    }
}

import ArgumentParser
import EngineLink
import Notation

/// Options for how long to wait for a page.
struct TimeoutArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Give up when the recording has not started after this time; in stills, when the page has not loaded. "
                + "(default: 30s)", valueName: "time"),
        transform: reading(.positiveTime))
    var startTimeout: Duration?

    @Option(
        help: ArgumentHelp("Give up when the page does not respond for this long. (default: 15s)", valueName: "time"),
        transform: reading(.positiveTime))
    var hangTimeout: Duration?

    /// Sets the given options in a plan.
    func apply(to plan: inout TakePlan) {
        if let startTimeout { plan.startTimeout = startTimeout }
        if let hangTimeout { plan.hangTimeout = hangTimeout }
    }
}

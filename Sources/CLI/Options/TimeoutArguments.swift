import EngineLink
import Notation

/// Options for how long to wait for a page.
struct TimeoutArguments: ConfigurableTable {
    @Setting(
        "start-timeout",
        "Give up when the recording has not started after this time; in stills, when the page has not loaded. "
            + "(default: 30s)", .positiveTime, as: "time", .detail)
    var startTimeout: Duration?

    @Setting(
        "hang-timeout", "Give up when the page does not respond for this long. (default: 15s)", .positiveTime,
        as: "time", .detail)
    var hangTimeout: Duration?

    @Setting(
        "step-timeout",
        "Let a step of --do fail when its element cannot be used within this time of the page. (default: 5s)",
        .positiveTime, as: "time", .detail)
    var stepTimeout: Duration?

    /// Sets the given options in a plan.
    func apply(to plan: inout TakePlan) {
        if let startTimeout { plan.startTimeout = startTimeout }
        if let hangTimeout { plan.hangTimeout = hangTimeout }
        if let stepTimeout { plan.stepTimeout = stepTimeout }
    }
}

import EngineLink
import Notation
import Recorder

/// Options for what starts and stops the recording.
struct SignalArguments: ConfigurableTable {
    @Setting(
        "start-on",
        "Start on the page's start signal, or when the page has loaded and painted. (default: load with --duration, "
            + "otherwise signal)", as: "signal|load", .detail)
    var startOn: RecordingStart?

    @Setting("duration", "Stop after this time.", .positiveTime, as: "time")
    var duration: Duration?

    @Setting(
        "max-duration",
        "Stop after this time at the latest, with a warning, or none. (default: none on a terminal, elsewhere 1h)",
        .lengthLimit, as: "time", .detail)
    var maxDuration: LengthLimit?

    /// How long to wait for the page.
    var timeouts = TimeoutArguments()

    /// Sets the given options in a plan.
    func apply(to plan: inout TakePlan) {
        plan.start = startOn ?? (duration == nil ? .signal : .load)
        plan.duration = duration
        plan.longestDuration = maxDuration?.length
        timeouts.apply(to: &plan)
    }
}

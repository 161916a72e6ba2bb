public import ArgumentParser
import EngineLink
import Notation
import Recorder

extension RecordingStart: ExpressibleByArgument {}

/// Options for what starts and stops the recording.
struct SignalArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Start on the page's start signal, or when the page has loaded and painted. (default: load with --duration, "
                + "otherwise signal)", valueName: "signal|load", visibility: .detail))
    var startOn: RecordingStart?

    @Option(help: ArgumentHelp("Stop after this time.", valueName: "time"), transform: reading(.positiveTime))
    var duration: Duration?

    @Option(
        help: ArgumentHelp(
            "Stop after this time at the latest, with a warning, or none. (default: none on a terminal, elsewhere 1h)",
            valueName: "time", visibility: .detail),
        transform: reading(.lengthLimit))
    var maxDuration: LengthLimit?

    @OptionGroup(visibility: .detail) @Options var timeouts: TimeoutArguments

    /// Sets the given options in a plan.
    func apply(to plan: inout TakePlan) {
        plan.start = startOn ?? (duration == nil ? .signal : .load)
        plan.duration = duration
        plan.longestDuration = maxDuration?.length
        timeouts.apply(to: &plan)
    }
}

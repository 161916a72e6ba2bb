public import ArgumentParser
import EngineLink
import Recorder

extension RecordingPlan.Start: ExpressibleByArgument {}

/// What begins and ends the recording.
struct SignalArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What begins the recording; load when --duration is given, signal otherwise.", valueName: "signal|load"))
    var startOn: RecordingPlan.Start?

    @OptionGroup var addresses: SignalAddressArguments

    @Option(help: ArgumentHelp("Stop by itself after this time.", valueName: "time"), transform: positiveDuration)
    var duration: Duration?

    @Option(
        help: ArgumentHelp("How long to wait for the start. (default: 30s)", valueName: "time"),
        transform: positiveDuration)
    var startTimeout: Duration?

    @Option(
        help: ArgumentHelp("Stop after this time at the latest, with a warning.", valueName: "time"),
        transform: positiveDuration)
    var maxDuration: Duration?

    @Option(
        help: ArgumentHelp("How long the page may leave every question unanswered. (default: 15s)", valueName: "time"),
        transform: positiveDuration)
    var hangTimeout: Duration?

    /// Puts what was given into a plan.
    func apply(to plan: inout TakePlan) {
        plan.options.signalAddresses = addresses.addresses
        plan.start = startOn ?? (duration == nil ? .signal : .load)
        plan.duration = duration
        plan.longestDuration = maxDuration
        if let startTimeout { plan.startTimeout = startTimeout }
        if let hangTimeout { plan.hangTimeout = hangTimeout }
    }
}

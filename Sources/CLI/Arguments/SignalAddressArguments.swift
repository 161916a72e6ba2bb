import ArgumentParser
import EngineLink
import Recorder

/// Which addresses are signals.
struct SignalAddressArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The address that starts, in place of pagereel://start.", valueName: "url"))
    var startUrl: String?

    @Option(help: ArgumentHelp("The address that stops, in place of pagereel://stop.", valueName: "url"))
    var stopUrl: String?

    @Option(help: ArgumentHelp("The address that cancels, in place of pagereel://cancel.", valueName: "url"))
    var cancelUrl: String?

    /// The addresses that were given.
    var addresses: SignalAddresses {
        SignalAddresses(start: startUrl, stop: stopUrl, cancel: cancelUrl)
    }
}

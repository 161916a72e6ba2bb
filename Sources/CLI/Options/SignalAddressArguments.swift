import ArgumentParser
import EngineLink

/// Options for the signals' addresses.
struct SignalAddressArguments: ParsableArguments {
    @Option(help: ArgumentHelp("URL of the start signal. (default: pagereel://start)", valueName: "url"))
    var startUrl: String?

    @Option(help: ArgumentHelp("URL of the stop signal. (default: pagereel://stop)", valueName: "url"))
    var stopUrl: String?

    @Option(help: ArgumentHelp("URL of the cancel signal. (default: pagereel://cancel)", valueName: "url"))
    var cancelUrl: String?

    /// The signal addresses; the defaults where none is given.
    var addresses: SignalAddresses {
        SignalAddresses(start: startUrl, stop: stopUrl, cancel: cancelUrl)
    }
}

import EngineLink
import Notation

/// Options for the signals' addresses.
struct SignalAddressArguments: ConfigurableTable {
    @Setting(
        "start-url", "URL of the start signal. (default: pagereel://start)", .text, as: "url", .detail,
        .hidden(ShownAddress.text))
    var startUrl: String?

    @Setting(
        "stop-url", "URL of the stop signal. (default: pagereel://stop)", .text, as: "url", .detail,
        .hidden(ShownAddress.text))
    var stopUrl: String?

    @Setting(
        "cancel-url", "URL of the cancel signal. (default: pagereel://cancel)", .text, as: "url", .detail,
        .hidden(ShownAddress.text))
    var cancelUrl: String?

    /// The signal addresses; the defaults where none is given.
    var addresses: SignalAddresses {
        SignalAddresses(start: startUrl, stop: stopUrl, cancel: cancelUrl)
    }
}

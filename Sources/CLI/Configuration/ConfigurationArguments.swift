import ArgumentParser
import Notation

/// Options for the configuration file.
struct ConfigurationFileArguments: OptionTable {
    @Setting(
        "config", "Configuration file. (default: PAGEREEL_CONFIG, or ~/.config/pagereel/config.yaml)", .text,
        as: "file",
        .files(["yaml", "yml"]), .detail, .notRepeated, .excludes(["no-config"]))
    var config: String?

    @Setting("no-config", "Ignore the configuration file.", .onOnly, .detail, .notRepeated)
    var noConfig = false
}

/// Options for where other options come from.
struct ConfigurationArguments: OptionTable {
    /// The configuration file.
    var file = ConfigurationFileArguments()

    @Setting(
        "profile", "Apply a named set of options; repeatable. List them with pagereel profiles.", .text, as: "name",
        .notRepeated,
        .completed(.custom { _, _, _ in Configuration.profileNames() }))
    var profiles: [String]
}

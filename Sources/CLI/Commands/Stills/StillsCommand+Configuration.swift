import ArgumentParser

extension StillsCommand: ConfigurableCommand {
    static let configurableGroups: [any ParsableArguments.Type] = [
        PictureArguments.self, PageArguments.self, SignalAddressArguments.self, ClockArguments.self,
        MessageArguments.self,
    ]
}

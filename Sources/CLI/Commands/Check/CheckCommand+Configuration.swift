import ArgumentParser

extension CheckCommand: ConfigurableCommand {
    static let configurableGroups: [any ParsableArguments.Type] = [
        PageArguments.self, SignalArguments.self, ClockArguments.self, CheckMessageArguments.self,
    ]
}

import ArgumentParser

extension RecordCommand: ConfigurableCommand {
    static let configurableGroups: [any ParsableArguments.Type] = [
        OutputArguments.self, PageArguments.self, SignalArguments.self, ClockArguments.self, VideoArguments.self,
        SoundArguments.self, ScheduleArguments.self, MessageArguments.self,
    ]
}

import ArgumentParser

extension RecordCommand: ConfigurableCommand {
    static let configurableGroups: [any ParsableArguments.Type] = [
        OutputArguments.self, PageArguments.self, SignalArguments.self, ClockArguments.self, CaptureArguments.self,
        VideoArguments.self, SoundArguments.self, ScheduleArguments.self, MessageArguments.self,
    ]
}

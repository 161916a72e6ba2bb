import ArgumentParser

extension ImagesCommand: ConfigurableCommand {
    static let configurableGroups: [any ParsableArguments.Type] = [
        OutputArguments.self, VideoArguments.self, SoundArguments.self, MessageArguments.self,
    ]
}

import Recorder
import Timeline

extension ComposeSession {
    /// Renders a plan to its outputs.
    func render(_ plan: TimelinePlan) throws -> ExitStatus {
        guard !plan.outputs.isEmpty else {
            throw EncoderError(
                .invalidSettings, "The timeline has no outputs: name one with -o out.mp4, or below outputs:.")
        }
        throw EncoderError(.missingComponent, "Only --explain is there yet.")
    }
}

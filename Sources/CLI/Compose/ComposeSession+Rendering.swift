import Recorder
import Timeline

extension ComposeSession {
    /// Renders a plan to its outputs of pictures and sound.
    func render(_ plan: TimelinePlan) throws -> ExitStatus {
        guard plan.outputs.contains(where: { $0.kind != .interchange }) else { return .recorded }
        throw EncoderError(.missingComponent, "Only --explain is there yet.")
    }
}

import ArgumentParser
import EngineLink
import Files
import Notation

/// The option for a page of pictures of the steps.
struct StoryboardArguments: OptionTable {
    @Setting(
        "storyboard", "Folder for a picture of each step of --do, with a page that shows them in order.", .text,
        as: "folder", .folder, .notRepeated, .detail)
    var storyboard: String?

    /// Refuses the option without steps.
    func validate(for page: PageArguments) throws {
        guard storyboard == nil || page.stepsFile != nil else {
            throw ValidationError("--storyboard needs steps: give a file of steps with --do.")
        }
    }

    /// Reserves the folder, and lets the plan take the pictures.
    ///
    /// - Returns: `nil` without the option.
    /// - Throws: ``FileError`` if the folder exists and may not be replaced.
    func reserve(for plan: inout TakePlan, overwrite: Bool) throws(FileError) -> Storyboard? {
        guard let storyboard else { return nil }
        plan.stepPictures = .all
        return try Storyboard(at: storyboard, overwrite: overwrite, scale: plan.options.scale)
    }
}

/// An output that can appear together with others, in an ``OutputGroup``.
package protocol GroupedOutput: Sendable {
    /// Moves the finished output to its final path; an old one is kept under a hidden name.
    ///
    /// - Throws: ``FileError/Code/cannotWriteOutput``, or ``FileError/Code/cannotCreateOutput``
    ///   if another process took the path and it may not be replaced. Nothing has then changed.
    func place() throws(FileError)
    /// Undoes ``place()``, and restores the old output.
    func takeBack()
    /// Removes the old output, once nothing can fail any more.
    func settle()
    /// Removes the unfinished output, and the folders created for it if they are empty.
    func discard()
}

/// Outputs that appear together: all of them whole, or none.
package struct OutputGroup: Sendable {
    private var outputs: [any GroupedOutput] = []

    /// Creates an empty group.
    package init() {}

    /// Adds an output.
    ///
    /// - Parameter reserve: Reserves the output; if it fails, the group is discarded.
    /// - Throws: The error of `reserve`.
    package mutating func add<Output: GroupedOutput>(
        _ reserve: @autoclosure () throws(FileError) -> Output
    ) throws(FileError) -> Output {
        do throws(FileError) {
            let output = try reserve()
            outputs.append(output)
            return output
        } catch {
            discard()
            throw error
        }
    }

    /// Moves all finished outputs to their final paths.
    ///
    /// - Throws: The error of the first output that could not be moved. The old outputs are then
    ///   restored, and the new ones can still be discarded.
    package func commit() throws(FileError) {
        for (index, output) in outputs.enumerated() {
            do throws(FileError) {
                try output.place()
            } catch {
                for placed in outputs[..<index].reversed() { placed.takeBack() }
                throw error
            }
        }
        for output in outputs { output.settle() }
    }

    /// Removes the unfinished outputs.
    package func discard() {
        // In reverse order: a folder was created for the first file in it.
        for output in outputs.reversed() { output.discard() }
    }
}

import Timeline

extension WorkReporter {
    /// Reports the recording of a timeline's pages.
    func show(_ event: ClipRecordings.Event) {
        switch event {
        case .recording(let address, let number, let count):
            let text = "recording the page \(address)" + (count > 1 ? " (\(number) of \(count))" : "")
            draw(text)
            note(text)
        case .warning(let text): warn(text)
        }
    }
}

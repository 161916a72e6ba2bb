import Encoder
import EngineLink
import Foundation
import Frames
import Notation
import RecordingLibrary

extension RecordCommand {
    /// Returns the command that reproduces the recording: all options that
    /// affect the video, with absolute paths, without secrets.
    func repeatable(_ address: PageAddress) -> RepeatableCommand {
        var words = OptionWords()
        words.add("--size", pageOptions.size == PageOptions().size ? nil : pageOptions.size.description)
        words.add("--scale", pageOptions.scale == .one ? nil : pageOptions.scale.description)
        words.add("--user-agent", pageOptions.userAgent)
        words.add("--insecure", if: pageOptions.insecure)
        for script in pageOptions.initialScripts { words.add("--init-script", wholePath(script)) }
        for script in pageOptions.scripts { words.add("--script", wholePath(script)) }
        for style in pageOptions.styles { words.add("--style", wholePath(style)) }
        words.add("--serve", serve.serve.map(wholePath))
        words.add("--do", pageOptions.stepsFile.map(wholePath))
        words.add("--wait-for", pageOptions.waitFor)
        for language in pageOptions.languages { words.add("--language", language) }
        words.add("--dark", if: pageOptions.dark)
        words.add("--no-sandbox", if: !pageOptions.sandbox)
        words.add("--max-memory", pageOptions.maxMemory?.description)
        for pattern in pageOptions.blockedAddresses { words.add("--block", pattern) }
        words.add("--allow-local", if: pageOptions.allowLocal)
        signals.add(to: &words)
        addresses.add(to: &words)
        words.words += clock.words + capture.words + video.words + stream.words + sound.words + pageSound.words
        return RepeatableCommand(arguments: [address.description] + words.words, omitted: omitted(address))
    }

    private func omitted(_ address: PageAddress) -> [String] {
        let hasCredentials =
            unsafe pageOptions.auth != nil || getenv("PAGEREEL_AUTH") != nil
            || page.contains("://") && PageAddress.withoutCredentials(page) != page
        return [
            ("--header", !pageOptions.headers.isEmpty), ("--cookie", !pageOptions.cookies.isEmpty),
            ("--auth", hasCredentials),
            (RepeatableCommand.parameters, ShownAddress.hasSecretParameters(address.uri)),
        ].filter(\.1).map(\.0)
    }
}

extension SignalArguments {
    fileprivate func add(to words: inout OptionWords) {
        words.add("--start-on", startOn?.rawValue)
        words.add("--duration", duration?.exactText)
        words.add("--max-duration", maxDuration?.description)
        words.words += timeouts.words
    }
}

extension SignalAddressArguments {
    fileprivate func add(to words: inout OptionWords) {
        words.add("--start-url", startUrl.map(ShownAddress.text))
        words.add("--stop-url", stopUrl.map(ShownAddress.text))
        words.add("--cancel-url", cancelUrl.map(ShownAddress.text))
    }
}

/// Options and values, as typed.
private struct OptionWords {
    var words: [String] = []

    mutating func add(_ name: String, if isGiven: Bool) {
        if isGiven { words.append(name) }
    }

    mutating func add(_ name: String, _ value: String?) {
        guard let value else { return }
        // A separate value that begins with a dash would be parsed as an
        // option.
        words += value.hasPrefix("-") ? ["\(name)=\(value)"] : [name, value]
    }
}

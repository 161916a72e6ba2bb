package import Decoder
import Foundation
package import Notation

extension Fields {
    /// The track and the channel of a sound.
    func soundSelection(_ keys: SoundSelectionKeys) throws -> SoundSelection {
        SoundSelection(track: try value(keys.track), channel: try value(keys.channel))
    }
}

extension Form where Value == SoundSelection.Track {
    /// A sound track of a file, by its number or its language.
    package static var soundTrack: Form<SoundSelection.Track> {
        let numbers = 1...SoundSelection.mostTracks
        return Form(
            "a number from 1, or a language like eng or de",
            write: {
                switch $0 {
                case .number(let number): "\(number)"
                case .language(let language): language
                }
            },
            read: { text in
                if let number = Int(text) { return numbers.contains(number) ? .number(number) : nil }
                return Locale.LanguageCode.terminological(text).map { .language($0) }
            })
    }
}

extension Form where Value == Int {
    /// A channel of a sound, by its number or its side.
    package static var soundChannel: Form {
        Form("left, right or a number from 1", write: { "\($0)" }) { text in
            switch text {
            case "left": 1
            case "right": 2
            default: Int(text).flatMap { (1...SoundSelection.mostChannels).contains($0) ? $0 : nil }
            }
        }
    }
}

import CLibAV
package import Files
import Frames
import LibAV

/// Tries out what libavcodec can encode on this machine.
package enum EncoderProbe {
    /// What came of a trial.
    package enum Outcome: Sendable {
        case works
        /// libavcodec was built without it.
        case missing
        /// It does not do what it shall, in libav's words.
        case refuses(String)
    }

    /// Makes sure that FFmpeg's libraries are there, before anything else is asked.
    ///
    /// - Throws: ``FileError/Code/missingComponent``.
    package static func load() throws(FileError) { try FFmpeg.load() }

    /// libavcodec's version, such as `59.37.100`.
    package static var version: String {
        let version = avcodec_version()
        return "\(version >> 16).\(version >> 8 & 0xff).\(version & 0xff)"
    }

    /// Debian's package of libavcodec.
    package static let package = "libavcodec\(LIBAVCODEC_VERSION_MAJOR)"
    /// Debian's packages of FFmpeg's libraries.
    package static var packages: [String] { FFmpeg.packages }

    /// Encodes a picture.
    package static func encode(with name: VideoEncoderName) -> Outcome {
        LibAVLog.shared.forget()
        // Hardware refuses pictures that are smaller.
        let size = PixelSize(width: 320, height: 180)
        var settings = VideoSettings(size: size, frameRate: .thirty, preset: .veryfast, rate: .quality(20))
        settings.codec = name.codec
        settings.encoder = name
        do throws(LibAVError) {
            return try OpenedEncoder.tryOut(name, settings, size: size) ? .works : .missing
        } catch {
            return .refuses("\(error)")
        }
    }

    /// Opens the encoders of sound, by the codecs' names for a person.
    package static func openSounds() -> [(codec: String, outcome: Outcome)] {
        [SoundCodec.aac, .opus].map { codec in
            LibAVLog.shared.forget()
            do throws(FileError) {
                _ = try AudioEncoder(codec, bitrate: 128_000)
                return (codec.title, .works)
            } catch {
                return (codec.title, error.code == .missingComponent ? .missing : .refuses(error.message))
            }
        }
    }
}

import CLibAV
import Files
import Frames
import LibAV

/// Tests which encoders of libavcodec work on this machine; call `FFmpeg.load()` first.
package enum EncoderProbe {
    /// The result of a test.
    package enum Outcome: Sendable {
        case works
        /// libavcodec was built without the encoder.
        case missing
        /// The encoder failed; the text is libav's error.
        case refuses(String)
    }

    /// Encodes one picture with an encoder.
    package static func encode(with name: VideoEncoderName) -> Outcome {
        LibAVLog.shared.forget()
        // Hardware encoders refuse smaller pictures.
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

    /// Opens each audio encoder; `codec` is the name to show to people.
    package static func openSounds() -> [(codec: String, outcome: Outcome)] {
        [SoundCodec.aac, .opus].map { codec in
            LibAVLog.shared.forget()
            do throws(FileError) {
                _ = try AudioEncoder(codec, SoundEncoding())
                return (codec.title, .works)
            } catch {
                return (codec.title, error.code == .missingComponent ? .missing : .refuses(error.message))
            }
        }
    }
}

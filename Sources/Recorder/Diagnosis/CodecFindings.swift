internal import Encoder
import Files
import LibAV

/// Findings on what libavcodec can encode on this machine.
enum CodecFindings {
    /// One finding for each codec, and one for hardware encoders.
    static func all() -> [Finding] {
        do throws(FileError) {
            try FFmpeg.load()
        } catch {
            return [Finding("FFmpeg", .missing, isNeeded: true, error.message, packages: FFmpeg.packages)]
        }
        return VideoCodec.allCases.map(finding) + EncoderProbe.openSounds().map { finding($0.codec, $0.outcome) } + [
            hardware()
        ]
    }

    /// Tries a codec's software encoders; the first that works counts.
    private static func finding(for codec: VideoCodec) -> Finding {
        let names = VideoEncoderName.allCases.filter { $0.codec == codec && !$0.isHardware }
        var refusal: String?
        for name in names {
            switch EncoderProbe.encode(with: name) {
            case .works: return found(codec.title, name.rawValue, isNeeded: codec == .h264)
            case .missing: break
            case .refuses(let reason): refusal = "\(name.rawValue) refuses: \(reason)"
            }
        }
        let encoders = names.map(\.rawValue).joined(separator: " or ")
        return gap(codec.title, "libavcodec has no \(encoders).", refusal, isNeeded: codec == .h264)
    }

    private static func finding(_ codec: String, _ outcome: EncoderProbe.Outcome) -> Finding {
        switch outcome {
        case .works: found(codec, "for soundtracks", isNeeded: false)
        case .missing: gap(codec, "libavcodec has no encoder for \(codec).", nil, isNeeded: false)
        case .refuses(let reason): gap(codec, "", reason, isNeeded: false)
        }
    }

    private static func found(_ codec: String, _ encoder: String, isNeeded: Bool) -> Finding {
        Finding(codec, .ok, isNeeded: isNeeded, "\(encoder), libavcodec \(FFmpeg.codecVersion)")
    }

    private static func gap(_ codec: String, _ missing: String, _ refusal: String?, isNeeded: Bool) -> Finding {
        if let refusal { return Finding(codec, .broken, isNeeded: isNeeded, refusal) }
        let package = FFmpeg.codecPackage
        return Finding(
            codec, .missing, isNeeded: isNeeded,
            "\(missing) Install Debian's own libavcodec, which has it: apt-get install \(package)", packages: [package])
    }

    /// Lists hardware encoders; they are optional.
    private static func hardware() -> Finding {
        let working = VideoEncoderName.allCases.filter(\.isHardware).filter {
            if case .works = EncoderProbe.encode(with: $0) { true } else { false }
        }
        let names = working.map(\.rawValue).joined(separator: ", ")
        return Finding(
            "hardware encoders", .ok, isNeeded: false, names.isEmpty ? "none (not needed)" : names)
    }
}

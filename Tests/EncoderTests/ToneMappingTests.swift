import CLibAV
import Files
import Foundation
import Frames
import TestSupport
import Testing

@testable import Decoder
@testable import LibAV

@Suite("HDR films")
struct ToneMappingTests {
    /// A way of coding light (ITU-R BT.2100).
    enum Coding: String, CaseIterable {
        case pq = "smpte2084"
        case hlg = "arib-std-b67"

        /// The value, from 0 to 1, of a gray with some light in cd/m², on a display with 1000 cd/m².
        func value(_ light: Double) -> Double {
            switch self {
            case .pq:
                let power = pow(light / 10_000, 2610.0 / 16_384)
                return pow((3424.0 / 4096 + 2413.0 / 128 * power) / (1 + 2392.0 / 128 * power), 2523.0 / 32)
            case .hlg:
                // The inverse of the system's gamma of 1.2, then of the curve.
                let scene = pow(light / 1000, 1 / 1.2)
                return scene <= 1.0 / 12
                    ? (3 * scene).squareRoot() : 0.178_832_77 * log(12 * scene - 0.284_668_92) + 0.559_910_73
            }
        }
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A film of grays side by side, each 16 pixels wide, in 10 bits.
    private func film(_ levels: [Int], _ coding: String, primaries: String = "bt2020") async throws -> String {
        let path = folder.path("film.mkv")
        let luma = levels.enumerated().map { "gte(X,\(16 * $0))*lt(X,\(16 * $0 + 16))*\($1)" }.joined(separator: "+")
        _ = try await Tool.run(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "color=black:s=\(16 * levels.count)x48:r=5:d=0.4"]
                // FFmpeg 7 keeps the colors of the frames rather than those of options of the output.
                + [
                    "-vf",
                    "format=yuv420p10le,geq=lum='\(luma)':cb=512:cr=512,"
                        + "setparams=color_primaries=\(primaries):color_trc=\(coding):colorspace=bt2020nc:range=tv",
                ]
                + ["-c:v", "ffv1", "-y", path])
        return path
    }

    private func grays(_ pixels: PixelBuffer, _ count: Int) -> [[Int]] {
        unsafe pixels.withBytes { bytes in
            (0..<count).map { index in
                let column = (2 * index + 1) * pixels.size.width / (2 * count)
                let start = pixels.size.height / 2 * pixels.stride + column * 4
                return (0..<3).map { unsafe Int(bytes[start + $0]) }
            }
        }
    }

    @Test("Tones up to 61 cd/m² keep their light, and the brightest become white", arguments: Coding.allCases)
    func tones(coding: Coding) async throws {
        let lights = [0.0, 2, 10, 26.4, 50, 203, 1000]
        let levels = lights.map { Int((64 + 876 * coding.value($0)).rounded()) }
        let frames = try MovieFrames(path: await film(levels, coding.rawValue))
        let seen = grays(try frames.picture(at: .milliseconds(300)), lights.count)
        #expect(seen.allSatisfy { abs($0[0] - $0[1]) <= 1 && abs($0[1] - $0[2]) <= 1 }, "\(seen)")
        for (gray, light) in zip(seen, lights) where light < 61 {
            // 203 cd/m² is full light; displays show BT.709 with a gamma of 2.4 (ITU-R BT.1886).
            let expected = 255 * pow(light / 203, 1 / 2.4)
            #expect(abs(Double(gray[1]) - expected) <= 3, "\(light) cd/m²: \(gray), not \(expected)")
        }
        #expect((200...235).contains(seen[5][1]), "\(seen)")
        #expect(seen[6][1] >= 252, "\(seen)")
        let small = try MovieFrames(path: folder.path("film.mkv")) { _ in PixelSize(width: 56, height: 24) }
        let same = grays(try small.picture(at: .zero), lights.count)
        #expect(zip(same, seen).allSatisfy { abs($0[1] - $1[1]) <= 2 }, "\(same)")
    }

    @Test("Colors of BT.2020 without HDR are converted")
    func wide() async throws {
        let path = folder.path("wide.mkv")
        // Red of BT.709: 0.6274, 0.0691 and 0.0164 of BT.2020's red, green and blue light (ITU-R BT.2087).
        let values = [0.6274, 0.0691, 0.0164].map { Int((1023 * pow($0, 1 / 2.4)).rounded()) }
        _ = try await Tool.run(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "color=black:s=32x32:r=5:d=0.4"]
                + ["-vf", "format=gbrp10le,geq=r=\(values[0]):g=\(values[1]):b=\(values[2])"]
                + ["-c:v", "ffv1", "-color_range", "pc", path])
        let yuv = folder.path("yuv.mkv")
        _ = try await Tool.run(
            "ffmpeg",
            ["-v", "error", "-i", path, "-vf"]
                + [
                    "scale=out_color_matrix=bt2020:out_range=tv,format=yuv444p10le,"
                        + "setparams=color_primaries=bt2020:color_trc=bt2020-10:colorspace=bt2020nc:range=tv"
                ]
                + ["-c:v", "ffv1", yuv])
        let color = grays(try MovieFrames(path: yuv).picture(at: .zero), 1)[0]
        #expect(color[2] >= 250 && color[1] <= 12 && color[0] <= 12, "\(color)")
    }

    @Test("Without the filters, the film is named with the command that converts it")
    func missing() {
        let error = ToneMapper.missing("zscale", "film.mkv", AVCOL_TRC_SMPTE2084)
        #expect(error.code == .missingComponent)
        #expect(error.message.contains("'film.mkv' is HDR (PQ)") && error.message.contains("ffmpeg -i FILE -vf zscale"))
    }
}

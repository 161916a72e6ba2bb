import Frames

/// A level of a video codec: an upper limit of picture size, frame rate and bit rate that a decoder must manage.
public struct CodecLevel: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Ten times the level: 41 for level 4.1.
    package let number: Int

    /// How a level is written, for messages.
    public static let form = "a level like 3.1, 4 or 5.2"

    /// Creates a level from ten times its number.
    init(number: Int) { self.number = number }

    /// Parses `4.1`, `4` or `4.0`; returns `nil` for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ $0.count == 1 && $0.allSatisfy(\.isASCII) }),
            let major = Int(parts[0]), let minor = parts.count == 2 ? Int(parts[1]) : 0, major > 0
        else { return nil }
        number = major * 10 + minor
    }

    /// The level as users write it: `4` or `4.1`.
    public var description: String { number % 10 == 0 ? "\(number / 10)" : "\(number / 10).\(number % 10)" }

    /// The level with its minor number: `4.0` or `4.1`.
    var exact: String { "\(number / 10).\(number % 10)" }

    /// Whether a level is lower than another.
    public static func < (left: CodecLevel, right: CodecLevel) -> Bool { left.number < right.number }
}

/// What a level of a codec holds at most.
struct LevelLimits: Sendable {
    /// The level.
    let level: CodecLevel
    /// The largest picture, in samples of luma.
    let picture: Int
    /// The widest and the highest picture, in pixels.
    let side: (width: Int, height: Int)
    /// The most samples of luma per second.
    let rate: Int
    /// The highest bit rate of the codec's first profile, in bits per second.
    let bitrate: Int
    /// The decoder's buffer at that bit rate, in bits; 0 if the codec does not limit it.
    let buffer: Int

    /// Whether a video is within the limits, apart from its bit rate.
    ///
    /// - Parameters:
    ///   - size: The video's size, in whole blocks of the codec.
    ///   - frameRate: The video's frame rate.
    func hold(_ size: PixelSize, _ frameRate: FrameRate) -> Bool {
        let samples = size.width * size.height
        return samples <= picture && size.width <= side.width && size.height <= side.height
            && samples * frameRate.numerator <= rate * frameRate.denominator
    }
}

extension VideoCodec {
    /// The codec's levels, lowest first; empty for a codec without levels.
    var levels: [LevelLimits] {
        switch self {
        case .h264: Self.h264Levels
        case .hevc: Self.hevcLevels
        case .av1: Self.av1Levels
        case .vp9: Self.vp9Levels
        case .prores, .ffv1, .gif, .webp, .apng: []
        }
    }

    /// Returns the lowest level that holds a video; `nil` if it exceeds all levels.
    ///
    /// - Parameters:
    ///   - size: The video's size.
    ///   - frameRate: The video's frame rate.
    ///   - bitrate: The highest of the stated bit rates, in bits per second; 0 if none is stated.
    ///   - profile: The video's profile.
    func lowestLevel(
        for size: PixelSize, _ frameRate: FrameRate, bitrate: Int, profile: CodecProfile?
    ) -> CodecLevel? {
        let blocks = inBlocks(size)
        return levels.first { limits in
            limits.hold(blocks, frameRate) && bitrate <= limits.bitrate * bitrateFactor(of: profile) / 1000
        }?.level
    }

    /// Returns a size in the blocks that levels count.
    ///
    /// H.264 counts macroblocks of 16 by 16 pixels, HEVC coding blocks of at least 8 by 8; the others count pixels.
    func inBlocks(_ size: PixelSize) -> PixelSize {
        let block = self == .h264 ? 16 : self == .hevc ? 8 : 1
        return PixelSize(
            width: (size.width + block - 1) / block * block, height: (size.height + block - 1) / block * block)
    }

    /// Returns how much the bit rate and the buffer of a level grow with a profile, in thousandths.
    ///
    /// ITU-T H.264, table A-2 (cpbBrVclFactor); ITU-T H.265, table A.10 (CpbVclFactor); AV1 specification, A.3
    /// (BitrateProfileFactor).
    func bitrateFactor(of profile: CodecProfile?) -> Int {
        switch (self, profile) {
        case (.h264, .high): 1250
        case (.h264, .high10): 3000
        case (.h264, .high422), (.h264, .high444): 4000
        case (.hevc, .main422x10): 1667
        case (.hevc, .main444x8): 2000
        case (.hevc, .main444x10): 2500
        case (.av1, .high): 2000
        case (.av1, .professional): 3000
        default: 1000
        }
    }
}

// MARK: - Tables

extension VideoCodec {
    /// ITU-T H.264, table A-1: MaxMBPS, MaxFS, MaxBR and MaxCPB of the Baseline and Main profiles.
    private static let h264Levels: [LevelLimits] = [
        (10, 1485, 99, 64, 175), (11, 3000, 396, 192, 500), (12, 6000, 396, 384, 1000), (13, 11_880, 396, 768, 2000),
        (20, 11_880, 396, 2000, 2000), (21, 19_800, 792, 4000, 4000), (22, 20_250, 1620, 4000, 4000),
        (30, 40_500, 1620, 10_000, 10_000), (31, 108_000, 3600, 14_000, 14_000), (32, 216_000, 5120, 20_000, 20_000),
        (40, 245_760, 8192, 20_000, 25_000), (41, 245_760, 8192, 50_000, 62_500), (42, 522_240, 8704, 50_000, 62_500),
        (50, 589_824, 22_080, 135_000, 135_000), (51, 983_040, 36_864, 240_000, 240_000),
        (52, 2_073_600, 36_864, 240_000, 240_000), (60, 4_177_920, 139_264, 240_000, 240_000),
        (61, 8_355_840, 139_264, 480_000, 480_000), (62, 16_711_680, 139_264, 800_000, 800_000),
    ].map { level, blockRate, blocks, bitrate, buffer in
        // A side has at most the square root of 8 × MaxFS macroblocks (A.3.1, i).
        let side = 16 * Int(Double(8 * blocks).squareRoot())
        return LevelLimits(
            level: CodecLevel(number: level), picture: blocks * 256, side: (side, side), rate: blockRate * 256,
            bitrate: bitrate * 1000, buffer: buffer * 1000)
    }

    /// ITU-T H.265, tables A.8 and A.9: MaxLumaPs, MaxLumaSr, MaxBR and MaxCPB of the Main tier.
    private static let hevcLevels: [LevelLimits] = [
        (10, 36_864, 552_960, 128, 350), (20, 122_880, 3_686_400, 1500, 1500), (21, 245_760, 7_372_800, 3000, 3000),
        (30, 552_960, 16_588_800, 6000, 6000), (31, 983_040, 33_177_600, 10_000, 10_000),
        (40, 2_228_224, 66_846_720, 12_000, 12_000), (41, 2_228_224, 133_693_440, 20_000, 20_000),
        (50, 8_912_896, 267_386_880, 25_000, 25_000), (51, 8_912_896, 534_773_760, 40_000, 40_000),
        (52, 8_912_896, 1_069_547_520, 60_000, 60_000), (60, 35_651_584, 1_069_547_520, 60_000, 60_000),
        (61, 35_651_584, 2_139_095_040, 120_000, 120_000), (62, 35_651_584, 4_278_190_080, 240_000, 240_000),
    ].map { level, picture, rate, bitrate, buffer in
        // A side has at most the square root of 8 × MaxLumaPs samples (A.4.1).
        let side = Int(Double(8 * picture).squareRoot())
        return LevelLimits(
            level: CodecLevel(number: level), picture: picture, side: (side, side), rate: rate,
            bitrate: bitrate * 1000, buffer: buffer * 1000)
    }

    /// AV1 specification, A.3: MaxPicSize, MaxHSize, MaxVSize, MaxDisplayRate and MainMbps (in tenths).
    private static let av1Levels: [LevelLimits] = [
        (20, 147_456, 2048, 1152, 4_423_680, 15), (21, 278_784, 2816, 1584, 8_363_520, 30),
        (30, 665_856, 4352, 2448, 19_975_680, 60), (31, 1_065_024, 5504, 3096, 31_950_720, 100),
        (40, 2_359_296, 6144, 3456, 70_778_880, 120), (41, 2_359_296, 6144, 3456, 141_557_760, 200),
        (50, 8_912_896, 8192, 4352, 267_386_880, 300), (51, 8_912_896, 8192, 4352, 534_773_760, 400),
        (52, 8_912_896, 8192, 4352, 1_069_547_520, 600), (53, 8_912_896, 8192, 4352, 1_069_547_520, 600),
        (60, 35_651_584, 16_384, 8704, 1_069_547_520, 600), (61, 35_651_584, 16_384, 8704, 2_139_095_040, 1000),
        (62, 35_651_584, 16_384, 8704, 4_278_190_080, 1600), (63, 35_651_584, 16_384, 8704, 4_278_190_080, 1600),
    ].map { level, picture, width, height, rate, bitrate in
        LevelLimits(
            level: CodecLevel(number: level), picture: picture, side: (width, height), rate: rate,
            bitrate: bitrate * 100_000, buffer: 0)
    }

    /// The levels of VP9 (webmproject.org, VP9 Levels and Decoder Testing; vp9_level_defs in libvpx's
    /// vp9_encoder.c): luma samples per second and per picture, the longest side, bit rate and buffer.
    private static let vp9Levels: [LevelLimits] = [
        (10, 829_440, 36_864, 512, 200, 400), (11, 2_764_800, 73_728, 768, 800, 1000),
        (20, 4_608_000, 122_880, 960, 1800, 1500), (21, 9_216_000, 245_760, 1344, 3600, 2800),
        (30, 20_736_000, 552_960, 2048, 7200, 6000), (31, 36_864_000, 983_040, 2752, 12_000, 10_000),
        (40, 83_558_400, 2_228_224, 4160, 18_000, 16_000), (41, 160_432_128, 2_228_224, 4160, 30_000, 18_000),
        (50, 311_951_360, 8_912_896, 8384, 60_000, 36_000), (51, 588_251_136, 8_912_896, 8384, 120_000, 46_000),
        (52, 1_176_502_272, 8_912_896, 8384, 180_000, 90_000), (60, 1_176_502_272, 35_651_584, 16_832, 180_000, 90_000),
        (61, 2_353_004_544, 35_651_584, 16_832, 240_000, 180_000),
        (62, 4_706_009_088, 35_651_584, 16_832, 480_000, 360_000),
    ].map { level, rate, picture, side, bitrate, buffer in
        LevelLimits(
            level: CodecLevel(number: level), picture: picture, side: (side, side), rate: rate,
            bitrate: bitrate * 1000, buffer: buffer * 1000)
    }
}

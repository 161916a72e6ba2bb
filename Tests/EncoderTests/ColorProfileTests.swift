private import CLCMS
import Foundation
import Frames
import TestSupport
import Testing

@testable import Decoder

@Suite("Color profiles of pictures")
struct ColorProfileTests {
    /// A color space: the chromaticities of red, green and blue, with the white point D65, and a transfer function.
    enum Space: String, CaseIterable {
        case sRGB
        case displayP3
        case adobeRGB

        var primaries: [(x: Double, y: Double)] {
            switch self {
            case .sRGB: [(0.64, 0.33), (0.3, 0.6), (0.15, 0.06)]
            case .displayP3: [(0.68, 0.32), (0.265, 0.69), (0.15, 0.06)]
            case .adobeRGB: [(0.64, 0.33), (0.21, 0.71), (0.15, 0.06)]
            }
        }

        /// The light of a value from 0 to 1.
        func light(_ value: Double) -> Double {
            if self == .adobeRGB { return pow(value, 563.0 / 256) }
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }

        /// The profile (ICC.1), made by Little CMS.
        var profile: [UInt8] {
            var white = cmsCIExyY(x: 0.3127, y: 0.329, Y: 1)
            let points = primaries.map { cmsCIExyY(x: $0.x, y: $0.y, Y: 1) }
            var triple = cmsCIExyYTRIPLE(Red: points[0], Green: points[1], Blue: points[2])
            let curve =
                unsafe self == .adobeRGB
                ? cmsBuildGamma(nil, 563.0 / 256)
                : cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
            var curves = unsafe [curve, curve, curve]
            let profile = unsafe cmsCreateRGBProfile(&white, &triple, &curves)
            defer {
                unsafe cmsCloseProfile(profile)
                unsafe cmsFreeToneCurve(curve)
            }
            return unsafe ColorProfileTests.bytes(of: profile)
        }
    }

    private static func bytes(of profile: cmsHPROFILE?) -> [UInt8] {
        var count = cmsUInt32Number(0)
        _ = unsafe cmsSaveProfileToMem(profile, nil, &count)
        var bytes = [UInt8](repeating: 0, count: Int(count))
        _ = unsafe cmsSaveProfileToMem(profile, &bytes, &count)
        return bytes
    }

    /// Three numbers for three numbers.
    private typealias Matrix = [[Double]]

    private static func product(_ matrix: Matrix, _ vector: [Double]) -> [Double] {
        matrix.map { zip($0, vector).reduce(0) { $0 + $1.0 * $1.1 } }
    }

    private static func inverse(_ m: Matrix) -> Matrix {
        func minor(_ row: Int, _ column: Int) -> Double {
            let (r, c) = ([0, 1, 2].filter { $0 != row }, [0, 1, 2].filter { $0 != column })
            return (m[r[0]][c[0]] * m[r[1]][c[1]] - m[r[0]][c[1]] * m[r[1]][c[0]]) * ((row + column) % 2 == 0 ? 1 : -1)
        }
        let determinant = (0..<3).reduce(0) { $0 + m[0][$1] * minor(0, $1) }
        return (0..<3).map { row in (0..<3).map { minor($0, row) / determinant } }
    }

    /// From light in a space to CIE XYZ (SMPTE RP 177).
    private static func matrix(of space: Space) -> Matrix {
        let columns = space.primaries.map { [$0.x / $0.y, 1, (1 - $0.x - $0.y) / $0.y] }
        let points = (0..<3).map { row in columns.map { $0[row] } }
        let white = [0.3127 / 0.329, 1, (1 - 0.3127 - 0.329) / 0.329]
        let scale = product(inverse(points), white)
        return points.map { zip($0, scale).map(*) }
    }

    /// What a color of a space is in sRGB, from 0 to 255 for each channel, clipped.
    private static func inSRGB(_ color: [Int], from space: Space) -> [Int] {
        let light = product(
            inverse(matrix(of: .sRGB)), product(matrix(of: space), color.map { space.light(Double($0) / 255) }))
        return light.map { light in
            let value = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
            return Int((min(max(value, 0), 1) * 255).rounded())
        }
    }

    private let folder: TemporaryFolder
    private static let color = [180, 100, 60]

    init() throws { folder = try TemporaryFolder() }

    /// A picture of 16x16 pixels in one color, with a profile.
    private func picture(_ format: String, _ profile: [UInt8], color: [Int] = color) async throws -> String {
        if format == "tiff" { return try folder.write("tagged.tiff", Self.tiff(profile, color)) }
        let hex = color.map { String($0 + 256, radix: 16).dropFirst() }.joined()
        let options = ["jpg": ["-q:v", "1", "-pix_fmt", "yuvj444p"], "webp": ["-lossless", "1"]][format] ?? []
        let path = folder.path("plain.\(format)")
        _ = try await Tool.run(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "color=0x\(hex):s=16x16,format=gbrp", "-frames:v"]
                + [format == "apng" ? "2" : "1"] + options + ["-y", path])
        let plain = try Data(contentsOf: URL(fileURLWithPath: path))
        let tagged: Data
        switch format {
        case "jpg":
            // ICC.1, annex B.4.
            let body = Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
            let length = UInt16(body.count + 2)
            tagged =
                plain.prefix(2) + [0xff, 0xe2, UInt8(length >> 8), UInt8(length & 255)] + body + plain.dropFirst(2)
        case "webp":
            tagged = RIFF.webP(
                RIFF.chunk("VP8X", [0x20, 0, 0, 0, 15, 0, 0, 15, 0, 0]) + RIFF.chunk("ICCP", profile)
                    + RIFF.picture(of: plain))
        default:
            // After the header, which has 13 bytes (PNG, third edition, 11.3.2.3).
            let end = 8 + 12 + 13
            let chunk = PNGChunk.chunk("iCCP", Array("profile\0\0".utf8) + PNGChunk.stored(profile))
            tagged = plain.prefix(end) + chunk + plain.dropFirst(end)
        }
        return try folder.write("tagged.\(format)", tagged)
    }

    /// A TIFF file of 16x16 pixels in one color (the profile's tag is of ICC.1, annex B.3).
    private static func tiff(_ profile: [UInt8], _ color: [Int]) -> Data {
        let pixels = (0..<256).flatMap { _ in color.map { UInt8($0) } }
        return TIFF.data(width: 16, height: 16, [.strip(pixels), .bytes(34_675, profile)])
    }

    private func color(of path: String) throws -> [Int] {
        let colors = try self.colors(of: path)
        #expect(colors.allSatisfy { $0 == colors[0] })
        return try #require(colors.first)
    }

    /// The color of each picture of a file.
    private func colors(of path: String) throws -> [[Int]] {
        let reader = try PictureReader(path)
        var colors: [[Int]] = []
        while let frame = try reader.next() { colors.append(Self.color(of: frame.pixels)) }
        return colors
    }

    private static func color(of pixels: PixelBuffer) -> [Int] {
        unsafe pixels.withBytes { bytes in
            let start = 8 * pixels.stride + 8 * 4
            return unsafe [Int(bytes[start + 2]), Int(bytes[start + 1]), Int(bytes[start])]
        }
    }

    @Test("Colors are converted to sRGB", arguments: ["png", "apng", "jpg", "webp", "tiff"], Space.allCases)
    func converted(format: String, space: Space) async throws {
        let color = try color(of: await picture(format, space.profile))
        let expected = Self.inSRGB(Self.color, from: space)
        // JPEG rounds the color that it stores.
        let tolerance = format == "jpg" ? 3 : 1
        #expect(zip(color, expected).allSatisfy { abs($0 - $1) <= tolerance }, "\(color) for \(expected)")
        #expect((space == .sRGB) == (expected == Self.color))
        if format == "apng" {
            #expect(PictureKind(front: try PictureContents(path: folder.path("tagged.apng")).bytes) == .apng)
        }
        if space == .sRGB, format != "jpg" { #expect(color == Self.color) }
    }

    @Test("Colors outside of sRGB are clipped; white stays white")
    func extremes() async throws {
        for color in [[255, 255, 255], [0, 0, 0], [0, 255, 0], [255, 0, 0]] {
            let seen = try self.color(of: await picture("png", Space.displayP3.profile, color: color))
            #expect(zip(seen, Self.inSRGB(color, from: .displayP3)).allSatisfy { abs($0 - $1) <= 1 }, "\(seen)")
        }
    }

    @Test("A gray profile applies to gray pictures; a damaged profile is ignored")
    func others() async throws {
        var white = cmsCIExyY(x: 0.3127, y: 0.329, Y: 1)
        let curve = unsafe cmsBuildGamma(nil, 1)
        let linear = unsafe cmsCreateGrayProfile(&white, curve)
        defer {
            unsafe cmsCloseProfile(linear)
            unsafe cmsFreeToneCurve(curve)
        }
        let profile = unsafe Self.bytes(of: linear)
        let gray = try color(of: await picture("png", profile, color: [55, 55, 55]))
        // 1.055 (55/255)^(1/2.4) - 0.055 = 0.502.
        #expect(gray.allSatisfy { abs($0 - 128) <= 1 }, "\(gray)")
        let damaged = Array(Space.adobeRGB.profile.prefix(100))
        #expect(try color(of: await picture("webp", damaged)) == Self.color)
    }
}

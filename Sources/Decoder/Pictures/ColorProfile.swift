private import CLCMS
import CLibAV
package import Frames

/// Converts the colors of pictures with an ICC profile to sRGB.
///
/// Use from one thread at a time.
@safe package final class ColorProfile {
    /// Converts blue, green, red and alpha; `nil` for a gray device.
    private let color: cmsHTRANSFORM?
    /// What each value of a gray device becomes; empty for an RGB device.
    private let grays: [UInt8]

    /// Reads a profile of an RGB or gray device.
    ///
    /// - Parameter bytes: The profile (ICC.1).
    /// - Returns: `nil` for sRGB, and for profiles that are damaged or of other devices: their pictures stay as
    ///   they are.
    package convenience init?(_ bytes: [UInt8]) {
        guard let profile = unsafe cmsOpenProfileFromMem(bytes, cmsUInt32Number(bytes.count)) else { return nil }
        unsafe self.init(profile)
    }

    /// Makes the profile of an RGB device whose primaries a file states by number, with sRGB's curve.
    ///
    /// - Parameter primaries: A number of ITU-T H.273, table 2.
    /// - Returns: `nil` for primaries other than Display P3 and BT.2020, whose pictures stay as they are.
    convenience init?(primaries: AVColorPrimaries) {
        func point(_ x: Double, _ y: Double) -> cmsCIExyY { cmsCIExyY(x: x, y: y, Y: 1) }
        var points: cmsCIExyYTRIPLE
        switch primaries {
        case AVCOL_PRI_SMPTE432:
            points = cmsCIExyYTRIPLE(Red: point(0.68, 0.32), Green: point(0.265, 0.69), Blue: point(0.15, 0.06))
        case AVCOL_PRI_BT2020:
            points = cmsCIExyYTRIPLE(Red: point(0.708, 0.292), Green: point(0.17, 0.797), Blue: point(0.131, 0.046))
        default: return nil
        }
        var white = point(0.3127, 0.329)
        // sRGB's curve (IEC 61966-2-1), as lcms2's parametric type 4.
        guard
            let curve = unsafe cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
        else { return nil }
        defer { unsafe cmsFreeToneCurve(curve) }
        var curves = unsafe [curve, curve, curve] as [OpaquePointer?]
        guard let profile = unsafe cmsCreateRGBProfile(&white, &points, &curves) else { return nil }
        unsafe self.init(profile)
    }

    /// Takes an open profile.
    private init?(_ profile: cmsHPROFILE) {
        defer { unsafe cmsCloseProfile(profile) }
        guard let standard = unsafe cmsCreate_sRGBProfile() else { return nil }
        defer { unsafe cmsCloseProfile(standard) }
        let space = unsafe cmsGetColorSpace(profile)
        guard space == cmsSigRgbData || space == cmsSigGrayData else { return nil }
        // Profiles of displays and cameras give the same with every intent.
        let transform = unsafe cmsCreateTransform(
            profile, space == cmsSigRgbData ? recorder_lcms_bgra : recorder_lcms_gray, standard, recorder_lcms_bgra,
            cmsUInt32Number(INTENT_PERCEPTUAL), space == cmsSigRgbData ? cmsUInt32Number(cmsFLAGS_COPY_ALPHA) : 0)
        guard let transform = unsafe transform else { return nil }
        if space == cmsSigGrayData {
            let grays = unsafe Self.grays(of: transform)
            unsafe cmsDeleteTransform(transform)
            guard !Self.isAlmostSame(grays, [UInt8](0...255)) else { return nil }
            unsafe color = nil
            self.grays = grays
        } else {
            guard unsafe !Self.isIdentity(transform) else {
                unsafe cmsDeleteTransform(transform)
                return nil
            }
            unsafe color = transform
            grays = []
        }
    }

    deinit {
        if let color = unsafe color { unsafe cmsDeleteTransform(color) }
    }

    /// Converts a picture with straight alpha that is not published yet.
    package func convert(_ pixels: PixelBuffer) {
        let (width, height, rowBytes) = (pixels.size.width, pixels.size.height, pixels.stride)
        unsafe pixels.withMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            if let color = unsafe color {
                unsafe cmsDoTransformLineStride(
                    color, start, start, cmsUInt32Number(width), cmsUInt32Number(height), cmsUInt32Number(rowBytes),
                    cmsUInt32Number(rowBytes), 0, 0)
                return
            }
            for row in 0..<height {
                for place in stride(from: row * rowBytes, to: row * rowBytes + 4 * width, by: 4) {
                    for channel in 0..<3 { unsafe bytes[place + channel] = grays[Int(bytes[place + channel])] }
                }
            }
        }
    }

    // MARK: Tables

    private static func grays(of transform: cmsHTRANSFORM) -> [UInt8] {
        let values = [UInt8](0...255)
        var pixels = [UInt8](repeating: 0, count: 4 * values.count)
        unsafe cmsDoTransform(transform, values, &pixels, cmsUInt32Number(values.count))
        return values.indices.map { pixels[4 * $0] }
    }

    /// Whether a transform leaves colors as they are, as from one of the many profiles of sRGB.
    private static func isIdentity(_ transform: cmsHTRANSFORM) -> Bool {
        let levels = (0...16).map { UInt8(min(255, $0 * 16)) }
        var colors: [UInt8] = []
        for blue in levels {
            for green in levels {
                for red in levels { colors += [blue, green, red, 255] }
            }
        }
        var converted = colors
        unsafe cmsDoTransform(transform, colors, &converted, cmsUInt32Number(colors.count / 4))
        return isAlmostSame(colors, converted)
    }

    /// Whether values differ by no more than what rounding in profiles of sRGB makes.
    private static func isAlmostSame(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        zip(first, second).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
    }
}

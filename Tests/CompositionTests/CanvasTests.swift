import Composition
import Foundation
import Frames
import Testing

@Suite struct CanvasTests {
    private func canvas(_ width: Int = 8, _ height: Int = 8, _ pixel: UInt32 = 0x204060) -> Canvas {
        Canvas(PixelBuffer(width: width, height: height) { _, _ in pixel })
    }

    @Test func anOpaquePictureCoversOnlyItsArea() {
        let picture = PixelBuffer(width: 3, height: 2) { x, y in UInt32(x + 10 * y) }
        for (x, y) in [(0, 0), (2, 3), (-1, -1), (6, 7), (9, 0), (-3, 0)] {
            let canvas = canvas()
            canvas.draw(picture, x: x, y: y)
            for row in 0..<8 {
                for column in 0..<8 {
                    let isInside = (x..<x + 3).contains(column) && (y..<y + 2).contains(row)
                    let expected = isInside ? UInt32(column - x + 10 * (row - y)) : 0x204060
                    #expect(canvas.pixels[column, row] == expected)
                }
            }
        }
    }

    @Test func transparentPixelsShowTheBackground() {
        // Half-transparent white, premultiplied.
        let picture = PixelBuffer(width: 2, height: 1, hasAlpha: true) { x, _ in x == 0 ? 0x8080_8080 : 0 }
        let canvas = canvas()
        canvas.draw(picture, x: 1, y: 1)
        #expect(canvas.pixels.row(1).prefix(3) == [0x204060, 0x90a0b0, 0x204060])
    }

    @Test func invalidPremultipliedColorsDoNotOverflow() {
        let picture = PixelBuffer(width: 1, height: 1, hasAlpha: true) { _, _ in 0x8090_9090 }
        let canvas = canvas(2, 1, 0xffffff)
        canvas.draw(picture, x: 0, y: 0)
        canvas.draw(picture, through: PictureTransform().moved(x: 1, y: 0))
        #expect(canvas.pixels.row(0) == [0xffffff, 0xffffff])
    }

    @Test func opacityAppliesToTheWholePicture() {
        let white = PixelBuffer(width: 1, height: 1) { _, _ in 0xffffff }
        let half = canvas()
        half.draw(white, x: 0, y: 0, opacity: 0.5)
        #expect(half.pixels[0, 0] == 0x90a0b0)
        let none = canvas()
        none.draw(white, x: 0, y: 0, opacity: 0)
        #expect(none.pixels[0, 0] == 0x204060)
        let halfOfHalf = canvas()
        halfOfHalf.draw(
            PixelBuffer(width: 1, height: 1, hasAlpha: true) { _, _ in 0x8080_8080 }, x: 0, y: 0, opacity: 0.5)
        #expect(halfOfHalf.pixels[0, 0] == 0x587088)
    }

    @Test func aTransparentCanvasKeepsItsAlpha() {
        let canvas = Canvas(PixelBuffer(width: 2, height: 1, hasAlpha: true) { _, _ in 0 })
        canvas.draw(PixelBuffer(width: 1, height: 1) { _, _ in 0x00ffffff }, x: 0, y: 0)
        #expect(canvas.pixels.row(0) == [0xffff_ffff, 0])
        let faded = Canvas(PixelBuffer(width: 1, height: 1, hasAlpha: true) { _, _ in 0 })
        faded.draw(PixelBuffer(width: 1, height: 1) { _, _ in 0x00ffffff }, x: 0, y: 0, opacity: 0.5)
        #expect(faded.pixels[0, 0] == 0x8080_8080)
    }

    @Test func nothingChangesOutsideTheClip() {
        let canvas = canvas()
        let white = PixelBuffer(width: 8, height: 8) { _, _ in 0xffffff }
        let clip = PixelRectangle(x: 2, y: 3, width: 4, height: 2)
        canvas.draw(white, x: 0, y: 0, in: clip)
        canvas.draw(white, through: PictureTransform().scaled(x: 3, y: 3), in: clip)
        for row in 0..<8 {
            for column in 0..<8 {
                let isInside = (2..<6).contains(column) && (3..<5).contains(row)
                #expect(canvas.pixels[column, row] == (isInside ? 0xffffff : 0x204060))
            }
        }
    }

    @Test func rightAnglesAndMirrorsAreExact() {
        let picture = PixelBuffer(width: 4, height: 4) { x, y in UInt32(x * 16 + y) }
        func drawn(_ change: (PictureTransform) -> PictureTransform) -> [UInt32] {
            let canvas = canvas(4, 4)
            canvas.draw(picture, through: change(PictureTransform().moved(x: -2, y: -2)).moved(x: 2, y: 2))
            return canvas.pixels.all
        }
        func expected(_ pixel: (Int, Int) -> Int) -> [UInt32] {
            (0..<16).map { UInt32(pixel($0 % 4, $0 / 4)) }
        }
        #expect(drawn { $0 } == picture.all)
        #expect(drawn { $0.turned(degrees: 90) } == expected { x, y in y * 16 + 3 - x })
        #expect(drawn { $0.turned(degrees: 180) } == expected { x, y in (3 - x) * 16 + 3 - y })
        #expect(drawn { $0.turned(degrees: -90) } == expected { x, y in (3 - y) * 16 + x })
        #expect(drawn { $0.scaled(x: -1, y: 1) } == expected { x, y in (3 - x) * 16 + y })
    }

    @Test func halfAPixelIsTheMeanOfTwo() {
        let picture = PixelBuffer(width: 3, height: 1) { x, _ in [0, 100, 200][x] }
        let canvas = canvas(4, 1, 0)
        canvas.draw(picture, through: PictureTransform().moved(x: 0.5, y: 0))
        // The last pixel is half of the picture's edge and half of the background.
        #expect(canvas.pixels.row(0) == [0, 50, 150, 100])
    }

    @Test(arguments: [2, 3, 5, 8])
    func aSmallerPictureIsTheMeanOfWhatItStandsFor(_ factor: Int) {
        let side = 8 * factor
        let checks = PixelBuffer(width: side, height: side) { x, y in (x + y) % 2 == 0 ? 0xffffff : 0 }
        let small = checks.stretched(width: 8, height: 8)
        for pixel in small.all { #expect(abs(Int(pixel & 0xff) - 127) <= (factor % 2 == 0 ? 1 : 16)) }
        let flat = PixelBuffer(width: side, height: side) { _, _ in 0x13579b }
        #expect(Set(flat.stretched(width: 8, height: 8).all) == [0x13579b])
    }

    @Test func aLargerPictureHasNoSeams() {
        let picture = PixelBuffer(width: 2, height: 1) { x, _ in x == 0 ? 0 : 200 }
        #expect(picture.stretched(width: 8, height: 1).row(0) == [0, 0, 25, 75, 125, 175, 200, 200])
        let flat = PixelBuffer(width: 7, height: 5) { _, _ in 0x13579b }
        #expect(Set(flat.stretched(width: 64, height: 47).all) == [0x13579b])
    }

    /// The picture interpolated between pixels, in full precision.
    private func interpolated(_ picture: PixelBuffer, x: Double, y: Double, shift: UInt32, edge: Bool) -> Double {
        func value(_ column: Int, _ row: Int) -> Double {
            let (width, height) = (picture.size.width, picture.size.height)
            if !edge && !((0..<width).contains(column) && (0..<height).contains(row)) { return 0 }
            if shift == 24 && !picture.hasAlpha { return 255 }
            return Double(picture[min(max(column, 0), width - 1), min(max(row, 0), height - 1)] >> shift & 0xff)
        }
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let (column, row) = (Int(left), Int(top))
        let upper = value(column, row) * (left + 1 - x) + value(column + 1, row) * (x - left)
        let lower = value(column, row + 1) * (left + 1 - x) + value(column + 1, row + 1) * (x - left)
        return upper * (top + 1 - y) + lower * (y - top)
    }

    @Test(arguments: [0.0, 11, 90], [Canvas.Outside.edge, .transparent])
    func whatIsMovedTurnedAndScaledIsLinearBetweenPixels(
        _ degrees: Double, _ outside: Canvas.Outside
    ) {
        for hasAlpha in [false, true] { check(degrees, outside, hasAlpha: hasAlpha) }
    }

    private func check(_ degrees: Double, _ outside: Canvas.Outside, hasAlpha: Bool) {
        var seed: UInt32 = 7
        let picture = PixelBuffer(width: 17, height: 13, hasAlpha: hasAlpha) { _, _ in
            seed = seed &* 1_664_525 &+ 1_013_904_223
            // Alpha is at least half of the brightness.
            return hasAlpha ? seed >> 1 & 0x007f_7f7f | 0x8000_0000 : seed >> 8
        }
        let canvas = canvas(50, 40, 0x204060)
        let (scale, x0, y0) = (2.3, 4.4, 3.3)
        canvas.draw(
            picture,
            through: PictureTransform().scaled(x: scale, y: scale).turned(degrees: degrees).moved(x: x0, y: y0),
            outside: outside)
        let angle = degrees * .pi / 180
        var worst = 0.0
        for row in 0..<40 {
            for column in 0..<50 {
                let (x, y) = (Double(column) + 0.5 - x0, Double(row) + 0.5 - y0)
                let sourceX = (cos(angle) * x + sin(angle) * y) / scale - 0.5
                let sourceY = (cos(angle) * y - sin(angle) * x) / scale - 0.5
                func value(_ shift: UInt32) -> Double {
                    interpolated(picture, x: sourceX, y: sourceY, shift: shift, edge: outside == .edge)
                }
                for shift: UInt32 in [0, 8, 16] {
                    let below = Double(0x204060 >> shift & 0xff)
                    let expected = value(shift) + below * (1 - value(24) / 255)
                    worst = max(worst, abs(Double(canvas.pixels[column, row] >> shift & 0xff) - expected))
                }
            }
        }
        // A 128th of a pixel is the smallest step.
        #expect(worst < 2.5)
    }

    @Test func aColorIsCompositedOverAPart() {
        let canvas = canvas()
        canvas.draw(
            Color(red: 255, green: 255, blue: 255, alpha: 128), in: PixelRectangle(x: 1, y: 1, width: 2, height: 1))
        #expect(canvas.pixels.row(1).prefix(4) == [0x204060, 0x90a0b0, 0x90a0b0, 0x204060])
    }
}

@Suite struct EffectTests {
    private func changed(_ effect: Effect, _ pixel: UInt32, hasAlpha: Bool = false) throws -> UInt32 {
        let picture = PixelBuffer(width: 3, height: 3, hasAlpha: hasAlpha) { _, _ in pixel }
        try EffectRenderer.apply([effect], to: picture)
        return picture[1, 1]
    }

    @Test func colorsChangeAsSaid() throws {
        #expect(try changed(.brightness(0.2), 0x102030) == 0x435363)
        #expect(try changed(.brightness(1), 0x102030) == 0xffffff)
        #expect(try changed(.contrast(0), 0x102030) == 0x808080)
        #expect(try changed(.contrast(1), 0x102030) == 0x102030)
        #expect(try changed(.contrast(2), 0x4080c0) == 0x0181ff)
        #expect(try changed(.saturation(0), 0xff0000) == 0x363636)
        #expect(try changed(.saturation(1), 0x102030) == 0x102030)
        #expect(try changed(.saturation(2), 0x808080) == 0x808080)
        #expect(try changed(.tint(Color(red: 255, green: 0, blue: 0, alpha: 51)), 0x000064) == 0x330050)
    }

    @Test func colorsNeverExceedTheirAlpha() throws {
        #expect(try changed(.brightness(1), 0x8010_2030, hasAlpha: true) == 0x8080_8080)
        #expect(try changed(.brightness(1), 0, hasAlpha: true) == 0)
    }

    @Test func aVignetteDarkensTheCorners() throws {
        let picture = PixelBuffer(width: 101, height: 51) { _, _ in 0xc8c8c8 }
        try EffectRenderer.apply([.vignette(0.5)], to: picture)
        #expect(picture[50, 25] == 0xc8c8c8)
        for (x, y) in [(0, 0), (100, 0), (0, 50), (100, 50)] { #expect((100...106).contains(picture[x, y] & 0xff)) }
        #expect(picture[0, 25] == picture[100, 25])
    }

    @Test(arguments: [0.5, 1, 2.5, 6, 20])
    func aBlurIsAsWideAsItsDeviation(_ deviation: Double) throws {
        let side = 2 * Int(deviation * 6) + 3
        let middle = side / 2
        let picture = PixelBuffer(width: side, height: 9) { x, _ in x == middle ? 0xffffff : 0 }
        let line = PixelBuffer(width: side, height: 9) { x, _ in x >= middle ? 0xffffff : 0 }
        try EffectRenderer.apply([.blur(deviation)], to: picture)
        try EffectRenderer.apply([.blur(deviation)], to: line)
        // A blurred edge follows the Gaussian's integral: its steps have the requested deviation.
        let steps = zip(line.row(4), line.row(4).dropFirst()).map { Double($1 & 0xff) - Double($0 & 0xff) }
        let total = steps.reduce(0, +)
        var (mean, squares) = (0.0, 0.0)
        for (place, step) in steps.enumerated() {
            mean += Double(place) * step / total
            squares += Double(place * place) * step / total
        }
        let variance = squares - mean * mean
        #expect(abs(total - 255) <= 2)
        #expect(abs(variance.squareRoot() - deviation) < 0.06 * deviation + 0.05)
        #expect(picture.row(4) == picture.row(4).reversed())
    }

    @Test func aBlurKeepsAUniformColor() throws {
        let picture = PixelBuffer(width: 33, height: 21) { _, _ in 0x13579b }
        try EffectRenderer.apply([.blur(4)], to: picture)
        #expect(Set(picture.all) == [0x13579b])
    }
}

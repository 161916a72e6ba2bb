import CPixels
import TestSupport
import Testing

/// Pixels are converted to BT.709 video.
@Suite("Pixel conversion")
struct PixelConversionTests {
    fileprivate struct Color {
        var red = 0.0, green = 0.0, blue = 0.0

        init() {}

        init(_ pixel: UInt32) {
            (red, green, blue) = (Double(pixel >> 16 & 255), Double(pixel >> 8 & 255), Double(pixel & 255))
        }

        /// ITU-R BT.709-6, 3.2 to 3.5: luma from 16 to 235, chroma from 16 to 240.
        var numbers: [Double] {
            let brightness = 0.2126 * red + 0.7152 * green + 0.0722 * blue
            return [
                16 + 219 * brightness / 255, 128 + 224 * (blue - brightness) / 1.8556 / 255,
                128 + 224 * (red - brightness) / 1.5748 / 255,
            ]
        }
    }

    fileprivate struct Picture {
        let width: Int
        let height: Int
        let pixels: [UInt32]

        init(width: Int, height: Int, stride: Int) {
            var generator = SplitMix(seed: UInt64(width * 1000 + height))
            self.width = width
            self.height = height
            rowLength = stride
            // Bits above a color's 24, and padding after a row, are ignored.
            pixels = (0..<stride * height).map { _ in UInt32(truncatingIfNeeded: generator.next()) }
        }

        let rowLength: Int

        func color(_ x: Int, _ y: Int) -> Color {
            Color(pixels[min(y, height - 1) * rowLength + min(max(x, 0), width - 1)])
        }

        func chroma(_ x: Int, _ y: Int) -> Color {
            var sum = Color()
            for (column, weight) in [(2 * x - 1, 0.125), (2 * x, 0.25), (2 * x + 1, 0.125)] {
                for row in [2 * y, 2 * y + 1] {
                    let color = color(column, row)
                    sum.red += weight * color.red
                    sum.green += weight * color.green
                    sum.blue += weight * color.blue
                }
            }
            return sum
        }

        /// The three planes, without padding.
        func converted() -> [[UInt8]] {
            let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
            var brightness = [UInt8](repeating: 0, count: 4 * columns * rows)
            var blue = [UInt8](repeating: 0, count: columns * rows)
            var red = blue
            unsafe brightness.withUnsafeMutableBufferPointer { y in
                unsafe blue.withUnsafeMutableBufferPointer { u in
                    unsafe red.withUnsafeMutableBufferPointer { v in
                        let picture = unsafe pixel_conversion_picture(
                            planes: (y.baseAddress, u.baseAddress, v.baseAddress),
                            strides: (2 * columns, columns, columns))
                        unsafe pixel_conversion_to_bt709(pixels, rowLength * 4, width, height, picture)
                    }
                }
            }
            return [brightness, blue, red]
        }
    }

    @Test(
        "Conversion rounds to nearest, also at the edges",
        arguments: [(1, 1), (2, 2), (3, 5), (16, 4), (37, 2), (1023, 3), (1024, 2), (1025, 2), (1026, 5), (2500, 2)])
    func nearest(width: Int, height: Int) {
        let picture = Picture(width: width, height: height, stride: width + 3)
        let planes = picture.converted()
        let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
        // Fixed-point numbers in 65536ths round differently only when two results are equally near.
        for y in 0..<2 * rows {
            for x in 0..<2 * columns {
                let number = picture.color(x, y).numbers[0]
                #expect(abs(number - Double(planes[0][y * 2 * columns + x])) < 0.505, "at \(x), \(y)")
            }
        }
        for y in 0..<rows {
            for x in 0..<columns {
                let numbers = picture.chroma(x, y).numbers
                for plane in 1...2 {
                    #expect(abs(numbers[plane] - Double(planes[plane][y * columns + x])) < 0.505, "at \(x), \(y)")
                }
            }
        }
    }

    @Test("Gray has no chroma, and values stay within range")
    func range() {
        for gray in [UInt32(0), 1, 127, 128, 254, 255] {
            let planes = Picture(gray: gray).converted()
            #expect(planes[0].allSatisfy { Double($0) == (16 + 219 * Double(gray) / 255).rounded() })
            #expect(planes[1] == [128] && planes[2] == [128])
        }
    }
}

extension PixelConversionTests.Picture {
    fileprivate init(gray: UInt32) {
        width = 2
        height = 2
        rowLength = 2
        pixels = [UInt32](repeating: gray * 0x010101, count: 4)
    }
}

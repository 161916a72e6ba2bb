import Frames
import PictureComparison
import Testing

@Suite("Captions")
struct CaptionTests {
    /// The first and last column and row with ink.
    private func ink(_ pixels: PixelBuffer) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
        var (columns, rows): ([Int], [Int]) = ([], [])
        unsafe pixels.withBytes { bytes in
            for row in 0..<pixels.size.height {
                for column in 0..<pixels.size.width where unsafe bytes[row * pixels.stride + column * 4] < 128 {
                    columns.append(column)
                    rows.append(row)
                }
            }
        }
        guard let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max() else {
            return nil
        }
        return (left...right, top...bottom)
    }

    @Test("Captions are centered, and each text gives another picture")
    func middle() throws {
        for text in ["2.5 s", "at 2.500 s of the page's time, the 75th picture, 第七十五张", "a\nb\u{1b}[31m"] {
            let (columns, rows) = try #require(ink(Caption.draw(text, size: PixelSize(width: 320, height: 24))))
            #expect(columns.lowerBound >= 4 && columns.upperBound <= 315, "\(text)")
            #expect(abs(columns.lowerBound + columns.upperBound - 319) <= 4, "\(text): \(columns)")
            #expect(rows.lowerBound >= 1 && rows.upperBound <= 22, "\(text): \(rows)")
        }
        func bytes(_ text: String) -> [UInt8] {
            let picture = Caption.draw(text, size: PixelSize(width: 80, height: 20))
            return unsafe picture.withBytes { unsafe Array($0) }
        }
        let one = bytes("1 s")
        #expect(one != bytes("2 s"))
        #expect(one == bytes("1 s"))
    }

    @Test("An empty caption is white")
    func empty() {
        #expect(ink(Caption.draw("", size: PixelSize(width: 16, height: 16))) == nil)
    }
}

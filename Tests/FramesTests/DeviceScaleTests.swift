import Testing

@testable import Frames

@Suite("Device pixel ratios")
struct DeviceScaleTests {
    @Test("A ratio is written and read", arguments: ["1", "4", "1.5", "2.625", "1.05"])
    func text(text: String) throws {
        let scale = try #require(DeviceScale(text))
        #expect(scale.description == text)
        #expect(scale.value == Double(text))
    }

    @Test("Zeros at the end mean nothing")
    func zeros() {
        #expect(DeviceScale("2.0") == DeviceScale(2))
        #expect(DeviceScale("1.50") == DeviceScale("1.5"))
    }

    @Test(
        "Other ratios are rejected",
        arguments: ["0.9", "4.001", "5", "", "1.", ".5", "1.2345", "-2", "1,5", "2x", "1.5.1"])
    func wrong(text: String) {
        #expect(DeviceScale(text) == nil)
    }

    @Test(
        "A ratio is a whole one of the screen and a zoom of at least 1",
        arguments: [("1", 1, 1), ("1.5", 1, 1.5), ("2", 2, 1), ("2.5", 2, 1.25), ("3.75", 3, 1.25), ("4", 4, 1)])
    func parts(text: String, screen: Int, zoom: Double) throws {
        let scale = try #require(DeviceScale(text))
        #expect(scale.screen == screen)
        #expect(scale.zoom == zoom)
    }

    @Test(
        "Sizes are rounded up to whole pixels of the screen",
        arguments: [
            ("1280x720", "1.5", "1920x1080"), ("1280x720", "2.5", "3200x1800"), ("361x641", "3", "1083x1923"),
            ("321x181", "1.5", "482x272"), ("321x181", "2.625", "844x476"), ("390x844", "2.625", "1024x2216"),
        ])
    func sizes(viewport: String, scale: String, pixels: String) throws {
        let size = try #require(PixelSize(viewport))
        #expect(try #require(DeviceScale(scale)).pixels(of: size).description == pixels)
    }
}

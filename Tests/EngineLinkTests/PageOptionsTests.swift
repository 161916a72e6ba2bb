import Frames
import Testing

@testable import EngineLink

@Suite("Header fields, credentials and sizes")
struct PageOptionsTests {
    @Test(
        "Header fields are parsed",
        arguments: [
            ("Name: value", "Name", "value"), ("Name:value", "Name", "value"), ("Name:   value", "Name", "value"),
            ("X-Empty:", "X-Empty", ""), ("X-Time: 12:30", "X-Time", "12:30"), ("X-Tab: a\tb", "X-Tab", "a\tb"),
            ("!#$%&'*+-.^_`|~09Az: token", "!#$%&'*+-.^_`|~09Az", "token"), ("X-Word: 年度", "X-Word", "年度"),
        ])
    func fields(text: String, name: String, value: String) throws {
        let field = try #require(HeaderField(text))
        #expect(field.name == name)
        #expect(field.value == value)
    }

    @Test(
        "Invalid header fields and injections are rejected",
        arguments: [
            "", "Name", ": value", "Na me: value", "Name : value", "Näme: value", "(Name): value",
            "Name: value\r\nCookie: a=b", "Name: value\n", "Name: a\0b", "Name\n: value", "Name: \u{7f}",
        ])
    func noFields(text: String) {
        #expect(HeaderField(text) == nil)
    }

    @Test("The user name ends at the first colon")
    func credentials() throws {
        let credentials = try #require(Credentials("user:pass:word"))
        #expect(credentials.user == "user")
        #expect(credentials.password == "pass:word")
        #expect(try #require(Credentials("user:")).password.isEmpty)
        for text in ["", "user", ":", ":password"] { #expect(Credentials(text) == nil, "\(text)") }
    }

    @Test("Credentials are hidden in descriptions")
    func secret() throws {
        let credentials = try #require(Credentials("TheUser:ThePassword"))
        var options = PageOptions()
        options.credentials = credentials
        for text in Self.everyText(of: credentials) + Self.everyText(of: options) {
            #expect(!text.contains("TheUser") && !text.contains("ThePassword"), "\(text)")
        }
        #expect("\(credentials)" == "(hidden)")
        #expect(Mirror(reflecting: credentials).children.isEmpty)
    }

    @Test("A page's credentials are hidden in descriptions")
    func secretAddress() throws {
        let address = try PageAddress("https://TheUser:ThePassword@app.example/p")
        for text in Self.everyText(of: address) {
            #expect(!text.contains("TheUser") && !text.contains("ThePassword"), "\(text)")
        }
        #expect("\(address)" == "https://app.example/p")
    }

    @Test("The picture size is size times scale")
    func pixelSize() throws {
        var options = PageOptions()
        #expect(options.pixelSize == PixelSize(width: 1280, height: 720))
        options.size = PixelSize(width: 361, height: 641)
        options.scale = try #require(DeviceScale(3))
        #expect(options.pixelSize == PixelSize(width: 1083, height: 1923))
        options.scale = try #require(DeviceScale("1.5"))
        #expect(options.pixelSize == PixelSize(width: 542, height: 962))
    }

    /// Every way in which Swift converts a value to text.
    private static func everyText(of value: some Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return ["\(value)", String(describing: value), String(reflecting: value), dumped]
    }
}

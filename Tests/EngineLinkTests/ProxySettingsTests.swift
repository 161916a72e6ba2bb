import Testing

@testable import EngineLink

@Suite("Proxies of the environment")
struct ProxySettingsTests {
    @Test(
        "The proxy of an address is found",
        arguments: [
            (["http_proxy": "p:1"], "http://a.example/", "p:1"), (["http_proxy": "p:1"], "https://a.example/", nil),
            (["all_proxy": "p:1"], "https://a.example/", "p:1"),
            (["ALL_PROXY": "p:1", "HTTPS_PROXY": "q:2"], "https://a.example/", "q:2"),
            (["http_proxy": "p:1", "HTTP_PROXY": "q:2"], "http://a.example/", "p:1"),
            (["http_proxy": "http://p"], "http://a.example/", "p:80"),
            (["http_proxy": "socks5h://p"], "http://a.example/", "p:1080"),
            (["http_proxy": "p:1", "no_proxy": "a.example"], "http://www.a.example/", nil),
            (["http_proxy": "p:1", "no_proxy": ".a.example, b"], "http://a.example/", nil),
            (["http_proxy": "p:1", "no_proxy": "a.example"], "http://aa.example/", "p:1"),
            (["http_proxy": "p:1", "no_proxy": "10.0.0.0/8"], "http://10.2.3.4/", nil),
            (["http_proxy": "p:1", "no_proxy": "10.0.0.0/8"], "http://11.2.3.4/", "p:1"),
            (["http_proxy": "p:1", "no_proxy": "*"], "http://a.example/", nil),
            (["http_proxy": "p:1"], "http://localhost:8000/", nil), (["http_proxy": "p:1"], "http://127.0.0.2/", nil),
            (["http_proxy": "p:1"], "http://[::1]/", nil), (["http_proxy": ""], "http://a.example/", nil),
        ] as [([String: String], String, String?)])
    func proxies(environment: [String: String], address: String, proxy: String?) throws {
        #expect(try ProxySettings(environment: environment).proxy(for: address) == proxy)
    }

    @Test(
        "What is no proxy is an error that does not show it", arguments: ["foo://secret", "http://", "h/secret", "a b"])
    func mistakes(value: String) throws {
        let error = #expect(throws: PageError.self) { try ProxySettings(environment: ["https_proxy": value]) }
        #expect(error?.code == .invalidPlan)
        #expect(error?.message.contains("secret") == false)
    }

    @Test("Descriptions show no credentials")
    func secret() throws {
        let settings = try ProxySettings(environment: ["http_proxy": "http://user:secret@p:1"])
        #expect("\(settings)" == "http: http://p:1")
        var dumped = ""
        dump(settings, to: &dumped)
        #expect(!dumped.contains("secret"))
    }
}

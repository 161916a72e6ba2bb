import Notation
import Testing

@Suite("Shown addresses")
struct ShownAddressTests {
    @Test(
        "User names and passwords are removed, also from addresses that are not valid",
        arguments: [
            ("https://user:PW@host/p?q#f", "https://host/p?q#f"), ("https://user@host/", "https://host/"),
            ("http:/user:PW@host/", "http:/host/"), ("http:user:PW@host/", "http:host/"),
            ("http:///user:PW@host/", "http:///host/"), ("HTTPS:\\\\user:PW@host/", "HTTPS:\\\\host/"),
            ("http://user:P/W@host/", "http://host/"), ("http://user:P#W@host/", "http://host/"),
            ("http://user:P@W@host/@a", "http://host/@a"), ("http://us er:P W@host/", "http://host/"),
            ("ftp://user:PW@host/", "ftp://host/"), ("user:PW@host/", "***@host/"),
            ("user:PW@host:80/?a", "***@host:80/?a"), ("user:P/W@host/", "***@host/"),
            ("socks5://user:PW@proxy:1080", "socks5://proxy:1080"), ("http://[::1]:80/@a", "http://[::1]:80/@a"),
            ("https://host/@user:PW", "https://host/@user:PW"), ("https://host/年?q=a@b", "https://host/年?q=a@b"),
            ("file:///home/a:b@c.html", "file:///home/a:b@c.html"), ("/home/a:b@c.html", "/home/a:b@c.html"),
            // Marks behind what separates the parts, and lines within them.
            ("http://user:PW@\u{301}host/", "http://\u{301}host/"),
            ("http://u:PW@host/\u{301}@a", "http://host/\u{301}@a"),
            ("user:P\u{2028}W@\u{301}host", "***@\u{301}host"), ("http://u:P\nW@host/", "http://host/"),
            ("x://@a/\\u:PW@b", "x://a/\\u:PW@b"),
            ("./a:b@c.html", "./a:b@c.html"), ("a@b.html", "a@b.html"), ("data:text/html,a@b", "data:text/html,a@b"),
        ])
    func credentials(address: String, shown: String) {
        #expect(ShownAddress.text(address) == shown)
    }

    @Test(
        "Values of secret parameters are masked",
        arguments: [
            ("https://h/?token=x", "https://h/?token=***"), ("https://h/?token=\u{301}x", "https://h/?token=***"),
            ("https://h/?\u{301}a=1&token=x", "https://h/?\u{301}a=1&token=***"),
            ("https://h/p?a=1&Key=x&b=2#c", "https://h/p?a=1&Key=***&b=2#c"),
            ("https://h/?access_token=x y", "https://h/?access_token=***"),
            ("https://h/#access_token=x&state=1", "https://h/#access_token=***&state=1"),
            ("https://h/?X-Amz-Signature=0a&X-Amz-Date=1", "https://h/?X-Amz-Signature=***&X-Amz-Date=1"),
            ("https://h/?X-Amz-Credential=a%2Fb", "https://h/?X-Amz-Credential=***"),
            ("https://h/?X-Goog-Signature=a", "https://h/?X-Goog-Signature=***"),
            ("https://h/?sig=a%3D", "https://h/?sig=***"),
            ("https://h/?apiKey=x&apikey=y&api_key=z", "https://h/?apiKey=***&apikey=***&api_key=***"),
            ("https://h/?pass%77ord=x", "https://h/?pass%77ord=***"),
            ("https://h/?client_secret=a=b", "https://h/?client_secret=***"),
            ("https://h/a;jsessionid=12/b;c=d", "https://h/a;jsessionid=***"),
            ("page.html?auth=x", "page.html?auth=***"),
            ("file:///a.html?a=1;password=x", "file:///a.html?a=1;password=***"),
            ("https://h/?to=https%3A%2F%2Fi%2F%3Ftoken%3Dx", "https://h/?to=***"),
            ("https://h/?to=https://i/?token=x", "https://h/?to=https://i/?token=***"),
            (
                "https://h/?monkey=1&keys=2&tokens=3&signed=4&sign=5&author=6",
                "https://h/?monkey=1&keys=2&tokens=3&signed=4&sign=5&author=6"
            ),
            ("https://h/?token=&q=1", "https://h/?token=&q=1"), ("https://h/token=x", "https://h/token=x"),
            ("https://h/?q=100%", "https://h/?q=100%"),
        ])
    func parameters(address: String, shown: String) {
        #expect(ShownAddress.text(address) == shown)
        #expect(ShownAddress.hasSecretParameters(address) == shown.contains("***"))
    }

    @Test(
        "Addresses in a text lose their secrets, and nothing else changes",
        arguments: [
            (
                "GET https://u:PW@h/?token=x failed (\"https://h/?sig=y\").",
                "GET https://h/?token=*** failed (\"https://h/?sig=***\")."
            ),
            ("The page a.html?key=x, and https://h/?token=y.", "The page a.html?key=***, and https://h/?token=***."),
            ("Cannot load https://h/ from a@b: error=1", "Cannot load https://h/ from a@b: error=1"),
            ("1 < 2 && token=x; mail me@example.com", "1 < 2 && token=x; mail me@example.com"),
        ])
    func texts(text: String, shown: String) {
        #expect(ShownAddress.hidingSecrets(in: text) == shown)
    }
}

package import Foundation

extension Locale.LanguageCode {
    /// Returns the code of a language in ISO 639-2/T, such as `deu`; `nil` if the text does not name a language.
    ///
    /// - Parameter tag: Two or three letters, `de`, `deu` or `ger`, or a longer tag that begins with them: `de-AT`.
    package static func terminological(_ tag: String) -> String? {
        let code = String(tag.prefix { $0 != "-" && $0 != "_" }).lowercased()
        guard code.wholeMatch(of: #/[a-z]{2,3}/#) != nil else { return nil }
        return code.count == 2 ? Locale.LanguageCode(code).identifier(.alpha3) : bibliographic[code] ?? code
    }

    /// The languages that have a second code, ISO 639-2/B, which Matroska uses.
    private static let bibliographic = [
        "alb": "sqi", "arm": "hye", "baq": "eus", "bur": "mya", "chi": "zho", "cze": "ces", "dut": "nld", "fre": "fra",
        "geo": "kat", "ger": "deu", "gre": "ell", "ice": "isl", "mac": "mkd", "mao": "mri", "may": "msa", "per": "fas",
        "rum": "ron", "slo": "slk", "tib": "bod", "wel": "cym",
    ]
}

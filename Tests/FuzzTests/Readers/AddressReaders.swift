import Foundation

@testable import EngineLink

extension FuzzReader {
    /// Addresses of pages and files, and signals in addresses.
    static let addresses = [
        FuzzReader.text("file-address") { text in
            guard let url = FileURL(text) else { return false }
            try require(url.path.hasPrefix("/"), "\(url.path) is not absolute")
            // Names of files can have any other byte, which the address has as an escape.
            try require(!url.path.utf8.contains(0), "\(url.path.debugDescription) has a NUL byte")
            let slashes = text.prefix { !"?#".contains($0) }.utf8.count { $0 == UInt8(ascii: "/") }
            try require(
                url.path.utf8.count { $0 == UInt8(ascii: "/") } <= slashes, "\(text) has more folders when decoded")
            _ = url.isInside("/usr/share")
            return true
        },
        FuzzReader.text("network-address") { text in
            guard ["http://", "https://"].contains(where: { text.lowercased().hasPrefix($0) }),
                let address = try accepted({ try PageAddress(text) })
            else { return false }
            let again = try accepted { try PageAddress(address.uri) }
            try require(again == address, "\(address.uri) is \(again?.uri ?? "nothing") when read again")
            try require(address.host?.isEmpty == false, "\(address.uri) has no host")
            try require(
                PageAddress.origin(of: address.description) == address.origin,
                "\(address.description) has another origin than \(address.uri)")
            return true
        },
        FuzzReader.text("signal-address") { text in
            guard let signal = PageSignal(address: text) else { return false }
            let name = signal.name ?? ""
            try require(name.unicodeScalars.count <= PageSignal.longestName, "a mark's name is too long")
            try require(
                !name.unicodeScalars.contains { $0.properties.generalCategory == .control },
                "\(name.debugDescription) has control characters")
            return true
        },
    ]
}

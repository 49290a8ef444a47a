/// The grammar of the names in a bundle.
enum BundleNames {
    /// Schemes that the browser, the desktop or Today itself gives a meaning.
    static let reservedSchemes: Set<String> = [
        "about", "blob", "chrome", "content", "data", "file", "filesystem", "ftp", "geo", "http", "https", "intent",
        "itms",
        "javascript", "mailto", "sms", "ssh", "tel", "today", "vbscript", "view-source", "ws", "wss",
    ]

    /// Whether it is a reverse-DNS name: two or more parts of ASCII letters, digits and hyphens, at most 155 bytes.
    static func isBundleIdentifier(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return text.utf8.count <= 155 && parts.count >= 2
            && parts.allSatisfy { part in
                !part.isEmpty && part.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
            }
    }

    /// Whether it is ASCII letters, digits and `._-` with no empty part between dots, at most 128 bytes: a name that
    /// may also name a folder.
    static func isFolderSafe(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return text.utf8.count <= 128
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
            }
    }

    /// Whether it is a URL scheme (RFC 3986, 3.1) of at most 64 bytes.
    static func isScheme(_ text: String) -> Bool {
        guard let first = text.utf8.first, isAlphanumeric(first), !isDigit(first), text.utf8.count <= 64 else {
            return false
        }
        return text.utf8.allSatisfy {
            isAlphanumeric($0) || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains($0)
        }
    }

    /// Whether it is a language tag such as `de`, `pt-BR` or `zh-Hans`.
    static func isLanguage(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let first = parts.first, (2...8).contains(first.count), parts.count <= 4 else { return false }
        return first.allSatisfy { isAlphanumeric($0) && !isDigit($0) }
            && parts.dropFirst().allSatisfy { (1...8).contains($0.count) && $0.allSatisfy(isAlphanumeric) }
    }

    /// Whether it is a path inside a bundle: relative, with no empty, `.` or `..` part.
    static func isInnerPath(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return text.utf8.count <= 512 && !text.unicodeScalars.contains { $0.value < 0x20 }
            && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    }

    /// Whether people can read it on one line: at most 100 characters, none of them a control character.
    static func isTitle(_ text: String) -> Bool {
        text.count <= 100
            && !text.unicodeScalars.contains {
                [.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
                    || (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
            }
    }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

import HostModel

/// The syntax of the names in a bundle.
package enum BundleNames {
    /// URL schemes that have a meaning to the browser, the desktop or Today itself.
    package static let reservedSchemes: Set<String> = [
        "about", "blob", "chrome", "content", "data", "file", "filesystem", "ftp", "geo", "http", "https", "intent",
        "itms", "javascript", "mailto", "sms", "ssh", "tel", "today", GetUseRequest.scheme, "vbscript", "view-source",
        "ws", "wss",
    ]

    /// The host's own identifiers in lower case: those of its built-in apps and its desktop entry, and their common
    /// prefix, since widgets of an app with that identifier could have the others.
    static let reservedIdentifiers: Set<String> = [
        "org.today", "org.today.host", "org.today.scripts", "org.today.topics", "org.today.today",
    ]

    /// Returns `true` for a reverse-DNS name: two or more parts of ASCII letters, digits and hyphens, at most 155
    /// bytes.
    static func isBundleIdentifier(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return text.utf8.count <= 155 && parts.count >= 2
            && parts.allSatisfy { part in
                !part.isEmpty && part.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
            }
    }

    /// Returns `true` for a name that may also name a folder: ASCII letters, digits and `._-` with no empty part
    /// between dots, at most 128 bytes.
    static func isFolderSafe(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return text.utf8.count <= 128
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
            }
    }

    /// Returns `true` for a URL scheme (RFC 3986, 3.1) of at most 64 bytes.
    static func isScheme(_ text: String) -> Bool {
        guard let first = text.utf8.first, isAlphanumeric(first), !isDigit(first), text.utf8.count <= 64 else {
            return false
        }
        return text.utf8.allSatisfy {
            isAlphanumeric($0) || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains($0)
        }
    }

    /// Returns `true` for a language tag such as `de`, `pt-BR` or `zh-Hans`.
    static func isLanguage(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let first = parts.first, (2...8).contains(first.count), parts.count <= 4 else { return false }
        return first.allSatisfy { isAlphanumeric($0) && !isDigit($0) }
            && parts.dropFirst().allSatisfy { (1...8).contains($0.count) && $0.allSatisfy(isAlphanumeric) }
    }

    /// Returns `true` for a path inside a bundle: relative, with no empty, `.` or `..` part, at most 512 bytes.
    static func isInnerPath(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return text.utf8.count <= 512 && !text.unicodeScalars.contains { $0.value < 0x20 }
            && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    }

    /// Returns `true` for text that people can read on one line: at most `limit` characters, without control
    /// characters, line separators and bidirectional controls.
    static func isTitle(_ text: String, limit: Int = 100) -> Bool {
        text.count <= limit
            && !text.unicodeScalars.contains {
                [.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
                    || (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
            }
    }

    /// Returns `true` for a name that people can see and tell from others: a title with a visible character, and
    /// without characters that only change how others are drawn, such as direction marks, soft hyphens and zero-width
    /// spaces.
    ///
    /// Joiners and variation selectors are allowed, since scripts and emoji need them.
    static func isName(_ text: String, limit: Int = 100) -> Bool {
        let scalars = text.unicodeScalars
        return isTitle(text, limit: limit) && scalars.contains(where: isVisible)
            && scalars.allSatisfy { scalar in
                let isHidden =
                    scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.generalCategory == .format
                return !isHidden || joiners.contains(scalar)
            }
    }

    private static let joiners: Set<Unicode.Scalar> = ["\u{200C}", "\u{200D}", "\u{FE0E}", "\u{FE0F}"]

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse,
            .surrogate, .nonspacingMark, .enclosingMark, .spacingMark:
            false
        default: !scalar.properties.isDefaultIgnorableCodePoint && scalar != "\u{2800}"  // A Braille cell without dots.
        }
    }

    /// Returns a name for a message: at most 128 characters, without control characters and line breaks.
    static func shown(_ name: String) -> String {
        let scalars = name.unicodeScalars.prefix(128).filter {
            ![.control, .format, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        }
        return String(String.UnicodeScalarView(scalars))
    }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

/// The syntax of `TodayAllowedHosts`: `host` or `host:port`.
package enum AllowedHostSyntax {
    /// Normalizes a host for comparison: lower case, without a trailing dot.
    ///
    /// A host is a DNS name of ASCII letters, digits and hyphens, an IPv4 address, or an IPv6 address in brackets; a
    /// port is 1 to 65535. There are no wildcards, schemes, paths or user names.
    ///
    /// - Returns: The host; `nil` if the text is not one.
    package static func normalized(_ text: String) -> String? {
        let lower = text.lowercased()
        guard lower.utf8.count <= 300, lower.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        if lower.hasPrefix("[") {
            guard let bracket = lower.firstIndex(of: "]") else { return nil }
            let address = lower[lower.index(after: lower.startIndex)..<bracket]
            let rest = lower[lower.index(after: bracket)...]
            guard address.contains(":"), address.utf8.count <= 45,
                address.utf8.allSatisfy({ isHexDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }),
                rest.isEmpty || (rest.first == ":" && isPort(rest.dropFirst()))
            else { return nil }
            return lower
        }
        let parts = lower.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.count == 1 || isPort(parts[1]) else { return nil }
        let name = parts[0].hasSuffix(".") ? parts[0].dropLast() : parts[0]
        guard isName(name) else { return nil }
        return ([String(name)] + parts.dropFirst().map(String.init)).joined(separator: ":")
    }

    private static func isName(_ name: Substring) -> Bool {
        let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard name.utf8.count <= 253, let last = labels.last else { return false }
        // A name that ends in a number must be an IPv4 address (URL Standard, "ends in a number").
        if !last.isEmpty, last.allSatisfy(BundleNames.isDigit) {
            return labels.count == 4 && labels.allSatisfy { UInt8(String(Substring($0))) != nil }
        }
        return labels.allSatisfy { label in
            (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy { BundleNames.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
        }
    }

    private static func isPort(_ text: Substring) -> Bool {
        guard let port = UInt16(text), port > 0 else { return false }
        return text.utf8.allSatisfy(BundleNames.isDigit)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        BundleNames.isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}

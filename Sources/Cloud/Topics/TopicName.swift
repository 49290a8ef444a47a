/// What topics may be called.
package enum TopicName {
    /// Paths that mean something else, here or to clients.
    private static let reserved: Set<String> = [
        "account", "api", "app", "database", "device", "docs", "file", "forecast", "login", "metrics", "pricing",
        "reset-password", "settings", "signup", "static", "v1", "warp9",
    ]

    /// Whether a text has the form of a topic's name, or of a sequence id: 1 to 64 letters, digits, `-` and `_`.
    package static func isValid(_ text: some StringProtocol) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == 0x2D || byte == 0x5F
            }
    }

    /// Whether a name is kept for something else.
    package static func isReserved(_ name: some StringProtocol) -> Bool { reserved.contains(String(name)) }
}

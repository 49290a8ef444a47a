/// How much a process may write into the host's log: lines of at most 4 KiB, 200 in ten seconds, and nothing that could
/// pass for a line of somebody else.
struct LogAllowance {
    /// How long a line may be, in bytes.
    static let lineBytes = 4096
    /// How many lines there may be in ten seconds.
    static let lines = 200

    private var rate = RateAllowance(limit: lines)

    /// Makes a line fit for the log.
    ///
    /// - Parameters:
    ///   - line: What the process wrote.
    ///   - now: When.
    /// - Returns: The line; `nil` if the process has written too many.
    mutating func admit(_ line: String, at now: ContinuousClock.Instant = .now) -> String? {
        guard rate.admit(at: now) else { return nil }
        let bytes = line.utf8.prefix(Self.lineBytes)
        return String(String.UnicodeScalarView(String(decoding: bytes, as: UTF8.self).unicodeScalars.map(Self.visible)))
    }

    private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: " "
        default: scalar
        }
    }
}

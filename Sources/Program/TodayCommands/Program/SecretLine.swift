import Glibc

/// A line that a person types on a terminal without echo.
struct SecretLine: Sendable {
    /// The largest length in bytes; further input is ignored.
    private static let limit = 1024

    /// The effect of a byte on the line.
    enum Step: Hashable, Sendable {
        /// The line is not complete yet.
        case more
        /// The line is complete.
        case done
        /// The person cancelled.
        case cancelled
    }

    private var bytes: [UInt8] = []

    /// The text that was typed so far.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Handles a byte from a terminal without echo and line editing.
    mutating func take(_ byte: UInt8) -> Step {
        switch byte {
        case 0x0A, 0x0D: return .done
        case 0x03, 0x1A, 0x1C: return .cancelled
        case 0x04: return bytes.isEmpty ? .cancelled : .done
        case 0x08, 0x7F:
            while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
        case 0x15: bytes = []
        case 0..<0x20: break
        default: if bytes.count < Self.limit { bytes.append(byte) }
        }
        return .more
    }

    /// Reads a line from a terminal and restores the terminal's settings.
    ///
    /// - Parameters:
    ///   - descriptor: The terminal.
    ///   - ask: Called once the terminal no longer echoes.
    /// - Returns: The line, or `nil` if the person cancelled or the descriptor is not a terminal.
    static func read(from descriptor: Int32, ask: () -> Void) -> String? {
        var before = termios()
        guard tcgetattr(descriptor, &before) == 0 else { return nil }
        var quiet = before
        // Keys for signals are read as bytes, so that no signal can leave the terminal without echo.
        quiet.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        guard tcsetattr(descriptor, TCSAFLUSH, &quiet) == 0 else { return nil }
        defer { tcsetattr(descriptor, TCSADRAIN, &before) }
        ask()
        var line = SecretLine()
        var byte: UInt8 = 0
        while true {
            let count = Glibc.read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            switch line.take(byte) {
            case .more: continue
            case .done: return line.text
            case .cancelled: return nil
            }
        }
    }
}

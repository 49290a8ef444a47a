import Glibc

/// A line that a person types on a terminal without seeing it.
package struct SecretLine: Sendable {
    /// How long it may be, in bytes; what is typed beyond that is ignored.
    private static let limit = 1024

    /// What a key did to the line.
    package enum Step: Hashable, Sendable {
        /// The person types on.
        case more
        /// The line is done.
        case done
        /// The person wants no more of it.
        case cancelled
    }

    private var bytes: [UInt8] = []

    /// Begins an empty line.
    package init() {}

    /// The text as far as it was typed.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Takes a byte that the terminal sent while it neither echoes nor edits.
    package mutating func take(_ byte: UInt8) -> Step {
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

    /// Reads one from a terminal; the terminal is then as it was before.
    ///
    /// - Parameters:
    ///   - descriptor: The terminal.
    ///   - ask: Called as soon as nothing that is typed shows any more.
    /// - Returns: The line; `nil` if the person cancelled, or the terminal is none or gone.
    package static func read(from descriptor: Int32, ask: () -> Void) -> String? {
        var before = termios()
        guard tcgetattr(descriptor, &before) == 0 else { return nil }
        var quiet = before
        // Signals too arrive as keys, so that no signal leaves the terminal mute.
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

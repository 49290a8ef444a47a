/// The scalars that untrusted text must not bring to a terminal.
enum TerminalScalars {
    /// Returns `true` for a scalar that controls a terminal, ends a line or changes the writing direction.
    static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

import Testing

@testable import TodayCommands

@Suite struct SecretLineTests {
    /// Types bytes until the line ends; returns it, or `nil` if it was cancelled or is not complete.
    private func type(_ bytes: [UInt8]) -> String? {
        var line = SecretLine()
        for byte in bytes {
            switch line.take(byte) {
            case .more: continue
            case .done: return line.text
            case .cancelled: return nil
            }
        }
        return nil
    }

    @Test(
        arguments: [
            ("abc\n", "abc"), ("abc\r", "abc"), ("abx\u{7F}c\n", "abc"), ("é\u{8}x\n", "x"), ("a🙂\u{7F}\n", "a"),
            ("\u{7F}\u{7F}a\n", "a"), ("abc\u{15}d\n", "d"), ("a\u{1}\u{1B}b\n", "ab"), ("abc\u{4}", "abc"), ("\n", ""),
            ("abc\u{3}", nil), ("abc\u{1A}", nil), ("\u{4}", nil), ("pässword\n", "pässword"),
        ] as [(String, String?)]
    )
    func keysEditTheLine(keys: String, line: String?) {
        #expect(type(Array(keys.utf8)) == line)
    }

    @Test func lineIsBounded() {
        #expect(type([UInt8](repeating: 0x61, count: 100_000) + [0x0A])?.utf8.count == 1024)
    }

    @Test func whatIsNoTerminalHasNoLine() {
        #expect(SecretLine.read(from: -1) {} == nil)
    }
}

import QRCodes
import Testing

/// QR codes; `test_pairing.py` reads them with another implementation.
@Suite struct QRCodeTests {
    private static let text = "https://today.example.org/pair/0123456789012345678901234567890123456789012"

    @Test func aCodeHasItsThreeFinderPatterns() throws {
        let code = try #require(QRCode(Self.text))
        #expect(code.width == 37)
        for (left, top) in [(0, 0), (code.width - 7, 0), (0, code.width - 7)] {
            for offset in 0..<7 {
                #expect(code[left + offset, top] && code[left, top + offset])
                #expect(code[left + offset, top + 6] && code[left + 6, top + offset])
            }
            #expect(!code[left + 1, top + 1] && code[left + 3, top + 3])
        }
        #expect(!code[-1, 0] && !code[0, code.width])
    }

    @Test func theTextHasALimit() {
        #expect(QRCode("") == nil)
        #expect(QRCode(String(repeating: "x", count: 1024)) != nil)
        #expect(QRCode(String(repeating: "x", count: 1025)) == nil)
    }

    @Test func theTerminalShowsEveryModuleAndTheQuietZone() throws {
        let code = try #require(QRCode(Self.text))
        let lines = code.terminalText.split(separator: "\n").map { line in
            Array(line.replacing("\u{1B}[38;5;16;48;5;231m", with: "").replacing("\u{1B}[0m", with: ""))
        }
        #expect(lines.count == (code.fullWidth + 1) / 2)
        #expect(lines.allSatisfy { $0.count == code.fullWidth })
        let zone = QRCode.quietZone
        for row in -zone..<code.width + zone {
            for column in -zone..<code.width + zone {
                let character = lines[(row + zone) / 2][column + zone]
                let isDark = (row + zone).isMultiple(of: 2) ? "█▀".contains(character) : "█▄".contains(character)
                #expect(isDark == code[column, row], "\(column), \(row)")
            }
        }
    }

    @Test func thePathDrawsEveryDarkModuleOnce() throws {
        let code = try #require(QRCode(Self.text))
        var drawn: Set<[Int]> = []
        var count = 0
        for run in code.path.matches(of: /M(\d+) (\d+)h(\d+)v1h-(\d+)z/) {
            let (x, y) = (try #require(Int(run.1)), try #require(Int(run.2)))
            let length = try #require(Int(run.3))
            #expect(run.3 == run.4)
            for offset in 0..<length { drawn.insert([x + offset, y]) }
            count += length
        }
        #expect(count == drawn.count)
        let zone = QRCode.quietZone
        for row in 0..<code.width {
            for column in 0..<code.width {
                #expect(drawn.contains([column + zone, row + zone]) == code[column, row])
            }
        }
    }
}

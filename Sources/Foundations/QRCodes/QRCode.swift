import CQREncode

/// A QR code (ISO/IEC 18004) that holds a text, and is readable with up to 15 % of its data missing.
package struct QRCode: Hashable, Sendable {
    /// The width in modules of the light margin that readers need around a code.
    package static let quietZone = 4

    /// The number of modules in a row, without the quiet zone.
    package let width: Int
    private let modules: [Bool]

    /// Encodes a text of 1 to 1,024 bytes; `nil` if it has another size.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (1...1024).contains(bytes.count),
            let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M)
        else { return nil }
        defer { QRcode_free(code) }
        let count = Int(code.pointee.width)
        width = count
        // The lowest bit of each byte is the color.
        modules = (0..<count * count).map { code.pointee.data[$0] & 1 == 1 }
    }

    /// `true` if a module is dark; those in the quiet zone are light.
    package subscript(column: Int, row: Int) -> Bool {
        guard (0..<width).contains(column), (0..<width).contains(row) else { return false }
        return modules[row * width + column]
    }

    /// The number of modules in a row, with the quiet zone.
    package var fullWidth: Int { width + 2 * Self.quietZone }
}

// MARK: - Drawing

extension QRCode {
    /// The dark modules as the data of an SVG path, in a square of ``fullWidth`` units.
    package var path: String {
        var path = ""
        for row in 0..<width {
            var column = 0
            while column < width {
                let start = column
                while self[column, row] { column += 1 }
                if column > start {
                    path += "M\(start + Self.quietZone) \(row + Self.quietZone)h\(column - start)v1h-\(column - start)z"
                }
                column += 1
            }
        }
        return path
    }

    /// The code for a terminal, dark on light in terminals of any color; a character is one module wide and two high.
    package var terminalText: String {
        let range = -Self.quietZone..<width + Self.quietZone
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
            let line = range.map { column in
                switch (self[column, row], self[column, row + 1]) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            // Colors of the 256-color palette, which themes do not change.
            return "\u{1B}[38;5;16;48;5;231m" + line.joined() + "\u{1B}[0m"
        }.joined(separator: "\n")
    }
}

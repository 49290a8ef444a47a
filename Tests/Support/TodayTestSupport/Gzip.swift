/// Creates gzip files (RFC 1952) for tests.
package enum Gzip {
    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

    /// Returns a gzip file of at most 65,535 bytes without compression.
    package static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let count = UInt16(bytes.count)
        let block: [UInt8] =
            [1, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)] + bytes
        return header + block + little(checksum(bytes)) + little(UInt32(bytes.count))
    }

    /// Returns a small file that expands to very many zeros: one literal, then matches of 258 bytes at distance one.
    package static func bomb(matches: Int) -> [UInt8] {
        var bits: [Bool] = [true, true, false]
        bits += code(0x30, 8)
        for _ in 0..<matches { bits += code(0b1100_0101, 8) + code(0, 5) }
        bits += code(0, 7)
        var bytes = header
        for start in stride(from: 0, to: bits.count, by: 8) {
            var byte: UInt8 = 0
            for index in start..<min(start + 8, bits.count) where bits[index] { byte |= 1 << UInt8(index - start) }
            bytes.append(byte)
        }
        return bytes + [0, 0, 0, 0, 0, 0, 0, 0]
    }

    /// Returns a Huffman code, highest bit first.
    private static func code(_ value: Int, _ length: Int) -> [Bool] {
        (0..<length).reversed().map { value >> $0 & 1 == 1 }
    }

    private static func little(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = ~0
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}

/// The header of an entry in a tar archive: ustar, with GNU's and POSIX's extensions for long names.
struct TarHeader: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case file
        case folder
        case symbolicLink
        /// Another name of a file before it in the archive.
        case hardLink
        /// The records of a POSIX header for the next entry.
        case extendedHeader
        /// The records of a POSIX header for all entries, none of which a bundle needs.
        case globalHeader
        /// GNU's long name of the next entry.
        case longName
        /// GNU's long target of the next entry, a link.
        case longTarget
        /// Anything else, such as a device.
        case other
    }

    /// The size of a header, and of the blocks that an entry's bytes fill.
    static let blockSize = 512

    var kind: Kind
    var name: String
    var target: String
    /// Number of bytes that follow, without the padding of the last block.
    var size: Int
    var isExecutable: Bool

    /// Parses the 512 bytes of a header; `nil` if it is damaged.
    init?(_ block: [UInt8]) {
        guard block.count == Self.blockSize, let stored = Self.number(block[148..<156]) else { return nil }
        let sum = block.enumerated().reduce(0) { sum, byte in
            sum + ((148..<156).contains(byte.offset) ? 0x20 : Int(byte.element))
        }
        guard sum == stored, let size = Self.number(block[124..<136]), let mode = Self.number(block[100..<108]),
            let name = Self.text(block[0..<100]), let target = Self.text(block[157..<257]),
            let prefix = Self.text(block[345..<500])
        else { return nil }
        // GNU's own format has dates where ustar has the prefix.
        let isUstar = block[257..<263].elementsEqual("ustar\0".utf8)
        self.name = isUstar && !prefix.isEmpty ? "\(prefix)/\(name)" : name
        self.target = target
        self.size = size
        isExecutable = mode & 0o100 != 0
        kind = Self.kinds[Unicode.Scalar(block[156])] ?? .other
    }

    private static let kinds: [Unicode.Scalar: Kind] = [
        "\0": .file, "0": .file, "1": .hardLink, "2": .symbolicLink, "5": .folder, "x": .extendedHeader,
        "g": .globalHeader, "L": .longName, "K": .longTarget,
    ]

    /// Parses the records of a POSIX header, each `LENGTH KEY=VALUE` with a line feed; `nil` if they are damaged.
    static func records(_ bytes: [UInt8]) -> [String: String]? {
        var records: [String: String] = [:]
        var rest = bytes[...]
        while !rest.isEmpty {
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard (1...6).contains(digits.count), let length = Int(String(decoding: digits, as: UTF8.self)),
                length > digits.count + 2, length <= rest.count
            else { return nil }
            let record = rest.dropFirst(digits.count).prefix(length - digits.count)
            guard record.first == UInt8(ascii: " "), record.last == UInt8(ascii: "\n"),
                let text = String(validating: record.dropFirst().dropLast(), as: UTF8.self),
                let equals = text.firstIndex(of: "=")
            else { return nil }
            records[String(text[..<equals])] = String(text[text.index(after: equals)...])
            rest = rest.dropFirst(length)
        }
        return records
    }

    /// Parses octal digits with spaces around them; `nil` for anything else, such as GNU's numbers above 8 GiB.
    private static func number(_ field: ArraySlice<UInt8>) -> Int? {
        let digits = field.drop { $0 == 0x20 }.prefix { $0 != 0x20 && $0 != 0 }
        if digits.isEmpty { return 0 }
        return Int(String(decoding: digits, as: UTF8.self), radix: 8).flatMap { $0 >= 0 ? $0 : nil }
    }

    private static func text(_ field: ArraySlice<UInt8>) -> String? {
        String(validating: field.prefix { $0 != 0 }, as: UTF8.self)
    }
}

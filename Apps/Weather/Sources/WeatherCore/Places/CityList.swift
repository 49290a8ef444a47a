import AppLanguages
import TodayKit

/// The list of cities in the bundle, which is searched where no service can be reached.
///
/// A line is a city, the greatest first: name, country, latitude, longitude, time zone, and its names in lower case
/// without marks, each after a bar. Other lines name the countries and the time zones.
public struct CityList: Sendable {
    private static let limit = 10
    private static let tab = UInt8(ascii: "\t")
    private static let bar = UInt8(ascii: "|")

    private let bytes: [UInt8]

    /// Creates a list from the content of the file.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads the list of a bundle; `nil` if there is none.
    public init?(bundle: String) {
        guard let data = FileManager.default.contents(atPath: "\(bundle)/Cities/cities.txt") else { return nil }
        bytes = Array(data)
    }

    /// Returns the cities of which a name, or a word of one, begins with a text: whole names first, and the greatest
    /// cities first among these.
    public func cities(beginningWith text: String, _ texts: Texts) -> [FoundPlace] {
        let needle = Array(CityName.fold(text).utf8)
        guard !needle.isEmpty else { return [] }
        var names: [Range<Int>] = []
        var words: [Range<Int>] = []
        bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            while start < bytes.count, names.count < Self.limit {
                var end = start
                var keys = bytes.count
                var match = 0
                while end < bytes.count, bytes[end] != 0x0A {
                    let byte = bytes[end]
                    if byte == Self.bar { keys = min(keys, end) }
                    if end >= keys, match < 2, byte == Self.bar || byte == 0x20, end + needle.count < bytes.count,
                        needle.indices.allSatisfy({ bytes[end + 1 + $0] == needle[$0] })
                    {
                        match = byte == Self.bar ? 2 : 1
                    }
                    end += 1
                }
                if match == 2 { names.append(start..<end) }
                if match == 1, words.count < Self.limit { words.append(start..<end) }
                start = end + 1
            }
        }
        let countries = countries(texts)
        return (names + words).prefix(Self.limit).compactMap { place(bytes[$0], countries) }
    }

    private func place(_ line: ArraySlice<UInt8>, _ countries: [String: String]) -> FoundPlace? {
        let fields = Self.fields(line)
        guard fields.count == 6, let latitude = Double(fields[2]), let longitude = Double(fields[3]) else { return nil }
        return FoundPlace(
            name: fields[0],
            region: countries[fields[1]] ?? fields[1],
            coordinate: Coordinate(latitude: latitude, longitude: longitude)
        )
    }

    /// Returns the names of the countries in the language, by their codes.
    private func countries(_ texts: Texts) -> [String: String] {
        let column =
            switch texts.language {
            case .english: 2
            case .german: 3
            case .japanese: 4
            }
        var names: [String: String] = [:]
        // The countries stand before the cities.
        for line in bytes.split(separator: 0x0A, maxSplits: 300) where line.starts(with: "country\t".utf8) {
            let fields = Self.fields(line)
            if fields.count == 5 { names[fields[1]] = fields[column] }
        }
        return names
    }

    private static func fields(_ line: ArraySlice<UInt8>) -> [String] {
        line.split(separator: tab, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// Names of places as the search compares them.
enum CityName {
    /// Returns a name in lower case and without marks, such as `sao paulo` for `São Paulo`.
    static func fold(_ name: String) -> String {
        var result = ""
        for character in name.lowercased() {
            if character.isASCII {
                result.append(character)
            } else {
                result += letters[character] ?? String(character)
            }
        }
        let words = result.split { $0.isWhitespace || $0 == "|" }
        return words.joined(separator: " ")
    }

    /// The letters without marks, by those with up to two.
    private static let letters: [Character: String] = {
        var letters: [Character: String] = [
            "ß": "ss", "ø": "o", "ł": "l", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "ı": "i", "þ": "th", "ħ": "h",
            "’": "'",
        ]
        let marks: [Unicode.Scalar] = [
            "\u{300}", "\u{301}", "\u{302}", "\u{303}", "\u{304}", "\u{306}", "\u{307}", "\u{308}", "\u{309}",
            "\u{30A}", "\u{30B}", "\u{30C}", "\u{31B}", "\u{323}", "\u{326}", "\u{327}", "\u{328}",
        ]
        for letter in "abcdefghijklmnopqrstuvwxyz" {
            for first in marks {
                let single = "\(letter)\(Character(first))"
                letters[Character(single)] = String(letter)
                guard "aeiou".contains(letter) else { continue }
                for second in marks { letters[Character("\(single)\(Character(second))")] = String(letter) }
            }
        }
        return letters
    }()
}

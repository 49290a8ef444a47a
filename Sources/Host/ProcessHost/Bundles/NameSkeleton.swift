import CConfusables
import Foundation

/// A normalized form of a name, by which names that look alike are found.
///
/// A name has two skeletons, and it looks like another name if one of its skeletons looks like one of the other's. A
/// skeleton has no spaces, punctuation, symbols, accents and invisible characters, and each letter is replaced by the
/// small Latin letter that it resembles in the table of Unicode Technical Standard 39: `Wеаther` with Cyrillic letters
/// becomes `weather`. One skeleton has the letters as they are, the other their capitals, since a letter of another
/// script may resemble a Latin one in only one of its cases: `Vⲓctⲓm` with Coptic letters looks like `VICTIM` in small
/// capitals.
///
/// Case is ignored. A capital `I` resembles `l`, `1` and `|`, so each of these passes for an `i`, which may be a
/// capital. But a small `i` has a dot and a capital `L` a foot: `i` does not pass for `l`, nor `I` for `L`. So `Victlm`
/// looks like `Victim`, but `Mali` does not look like `Mail`, nor `LP` like `IP`. Other digits count as the letters
/// that they can stand for only next to a letter, so that *Weather 2* remains a distinct name.
package struct NameSkeleton: Sendable {
    /// The character that an `l` in ``text`` stands for.
    private enum Stroke {
        case i, l, capitalL, bar
        /// A letter of another script, which may resemble any of them.
        case foreign

        init(_ scalar: Unicode.Scalar) {
            switch scalar {
            case "i": self = .i
            case "l": self = .l
            case "L": self = .capitalL
            case "I", "1", "|": self = .bar
            default: self = .foreign
            }
        }

        func passes(for other: Stroke) -> Bool {
            switch (self, other) {
            case (.i, .l), (.i, .capitalL), (.bar, .capitalL), (.capitalL, .i), (.capitalL, .bar): false
            default: true
            }
        }
    }

    /// The letters, with an `l` for every character that is drawn as one stroke; names with different texts do not look
    /// alike.
    package let text: String
    /// The characters that the occurrences of `l` in ``text`` stand for.
    private let strokes: [Stroke]

    /// Returns `true` if a name with this skeleton looks like one with the other; the relation is not symmetric.
    package func looks(like other: NameSkeleton) -> Bool {
        text == other.text && zip(strokes, other.strokes).allSatisfy { $0.passes(for: $1) }
    }

    /// Returns the skeletons of a name, in linear time.
    package static func all(of name: String) -> [NameSkeleton] {
        let scalars = withLettersForDigits(
            name.unicodeScalars.filter { !isAccent($0) }.flatMap(decomposed).filter { !isAccent($0) }
        )
        let capitals = scalars.flatMap { $0.isASCII ? [$0] : Array($0.properties.uppercaseMapping.unicodeScalars) }
        return [scalars, capitals].map { NameSkeleton($0, else: scalars) }
    }

    private init(_ letters: [Unicode.Scalar], else symbols: [Unicode.Scalar]) {
        var text = String.UnicodeScalarView()
        var strokes: [Stroke] = []
        for scalar in letters {
            for letter in Self.drawn(scalar) {
                if letter == "l" { strokes.append(Stroke(scalar)) }
                if letter == "v", text.last == "v" {
                    text.removeLast()
                    text.append("w")
                } else {
                    text.append(letter)
                }
            }
        }
        // A name of symbols alone is compared as it is.
        self.text = String(text.isEmpty ? String.UnicodeScalarView(symbols) : text)
        self.strokes = strokes
    }

    /// Returns the small Latin letters that a character resembles; none for a character that does not count.
    private static func drawn(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if let letters = table[scalar] { return letters }
        guard counts(scalar) else { return [] }
        return scalar.properties.lowercaseMapping.unicodeScalars.flatMap { table[$0] ?? [$0] }
    }

    private static func counts(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .spacingMark, .nonspacingMark:
            true
        default: scalar == "+" || scalar == "#"
        }
    }

    /// Returns `true` for an accent, or a character that is invisible.
    ///
    /// The vowel signs of Indic scripts and of Thai are not accents, and the voicing marks of kana make other letters.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII else { return false }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .format, .enclosingMark: return true
        case .nonspacingMark:
            let position = properties.canonicalCombiningClass.rawValue
            guard ![0, 7, 8, 9].contains(position), !(84..<200).contains(position) else { break }
            return true
        default: break
        }
        return properties.isDefaultIgnorableCodePoint
    }

    private static func decomposed(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        guard !scalar.isASCII, table[scalar] == nil else { return [scalar] }
        let parts = Array(String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars)
        // A sign such as ™ is a symbol although it consists of letters; one with a single letter, such as Ⓥ, is that
        // letter.
        let isSign = scalar.properties.generalCategory == .otherSymbol && parts.count > 1
        return isSign && parts.allSatisfy(\.properties.isAlphabetic) ? [] : parts
    }

    /// Replaces digits next to a letter, and signs before one, by the letters that they can stand for.
    private static func withLettersForDigits(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        func isLetter(_ index: Int) -> Bool {
            scalars.indices.contains(index) && scalars[index].properties.isAlphabetic
        }
        return scalars.enumerated().map { index, scalar in
            if let letter = digits[scalar], isLetter(index - 1) || isLetter(index + 1) { return letter }
            if let letter = signs[scalar], isLetter(index + 1) { return letter }
            return scalar
        }
    }

    private static let digits: [Unicode.Scalar: Unicode.Scalar] = [
        "2": "z", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g",
    ]
    private static let signs: [Unicode.Scalar: Unicode.Scalar] = ["$": "s", "@": "a", "!": "l"]

    /// The table of look-alikes in Confusables/confusables.txt, which is parsed once, at the first use.
    private static let table: [Unicode.Scalar: [Unicode.Scalar]] = {
        var count = 0
        let text = String(decoding: UnsafeBufferPointer(start: confusables(&count), count: count), as: UTF8.self)
        var table: [Unicode.Scalar: [Unicode.Scalar]] = [:]
        // A mark after a space would be one character with it, so the lines are split by scalars.
        for line in text.unicodeScalars.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            for scalar in parts[1] { table[scalar] = Array(parts[0]) }
        }
        return table
    }()
}

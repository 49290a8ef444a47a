import CConfusables
import Foundation

/// What remains of a name when everything is left out that people hardly notice.
///
/// A name has two skeletons, and it looks like another if one of its own looks like one of the other's. Both have no spaces,
/// punctuation, symbols, accents and invisible characters, and each letter is the small Latin one that it is drawn like, by the
/// table of Unicode Technical Standard 39: so `Wеаther` with Cyrillic letters is `weather`. One takes each letter as it is, the
/// other as a capital, since a letter of another script may be like a Latin one in one of its cases only: `Vⲓctⲓm` with Coptic
/// letters is `VICTIM` in small capitals.
///
/// Case does not count, and a capital I is drawn like an l, a 1 and a bar: each of them passes for an i, which may be a
/// capital. But a small i has a dot and a capital L a foot: an i does not pass for an l, nor an I for an L. So `Victlm` looks
/// like `Victim`, but not `Mali` like `Mail`, nor `LP` like `IP`. Other digits count as the letters that they are put for only
/// beside a letter, so that *Weather 2* has a name of its own.
package struct NameSkeleton: Sendable {
    /// What an l of the text stands for.
    private enum Stroke {
        case i, l, capitalL, bar
        /// A letter of another script, which may be like any of them.
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

    /// The letters, in which an l stands for whatever is drawn with one stroke: names with other texts do not look alike.
    package let text: String
    /// What each l of the text stands for.
    private let strokes: [Stroke]

    /// Whether a name with this skeleton looks like one with the other; the other need not look like this one.
    package func looks(like other: NameSkeleton) -> Bool {
        text == other.text && zip(strokes, other.strokes).allSatisfy { $0.passes(for: $1) }
    }

    /// The skeletons of a name, in a time that grows with its length.
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

    /// The small letters that one is drawn like; none for what does not count.
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

    /// Whether it is a mark that letters have beside their own form, or nothing that is seen.
    ///
    /// The vowels of scripts of India and Thailand are no accents, and the marks of voice of kana make other letters.
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
        // A sign such as ™ is a symbol, though it is written with letters; one with a single letter, such as Ⓥ, is that letter.
        let isSign = scalar.properties.generalCategory == .otherSymbol && parts.count > 1
        return isSign && parts.allSatisfy(\.properties.isAlphabetic) ? [] : parts
    }

    /// Puts letters for the digits beside a letter, and for the signs before one, with which people write them.
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

    /// What characters are drawn like, as Confusables/confusables.txt has it; the file is parsed once, at the first use.
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

import Foundation

/// What remains of a name when everything is left out that people hardly notice.
///
/// A name has two skeletons, and two names look alike if they share one. Both are without spaces, joiners and variation
/// selectors, and width and ligatures are folded. One compares letters whatever their case, and letters of Cyrillic and Greek
/// become the Latin ones that they look like, so that `Wеаther` with Cyrillic letters is `weather`. The other compares what
/// is drawn: a capital I is an l, `rn` is m, and accents of letters are left out, so that `CaIendar` is `calendar`.
///
/// It is no complete table of what can be confused (Unicode Technical Standard 39): it covers what needs no special font to
/// deceive.
package struct NameSkeleton: Hashable, Sendable {
    private let text: String

    /// The skeletons of a name.
    package static func all(of name: String) -> Set<NameSkeleton> {
        let drawn = name.decomposedStringWithCompatibilityMapping.unicodeScalars
            .filter { !(0x300...0x36F).contains($0.value) }
            .map { Self.drawn[$0] ?? $0 }
        let text = skeleton(of: String(String.UnicodeScalarView(drawn)))
            .replacing("rn", with: "m").replacing("vv", with: "w")
        return [
            NameSkeleton(text: skeleton(of: name.precomposedStringWithCompatibilityMapping)), NameSkeleton(text: text),
        ]
    }

    private static func skeleton(of name: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in name.lowercased().unicodeScalars {
            guard !scalar.properties.isWhitespace, !scalar.properties.isDefaultIgnorableCodePoint,
                scalar.properties.generalCategory != .format
            else { continue }
            scalars.append(Self.latin[scalar] ?? scalar)
        }
        return String(scalars)
    }

    /// The Latin letters for those of other scripts, and for the digits, that look like them in one of their cases.
    private static let latin = table(
        "аеорсухіјѕԁһԛԝӏвкмнтԍү" + "αορινβεζηκμτυχ" + "օոսհցյզ" + "ıɩɑɡȷǀ" + "01|",
        "aeopcyxijsdhqwlbkmhtgy" + "aopinbezhkmtyx" + "onuhgjq" + "iiagjl" + "oll"
    )

    /// The Latin letters for those that look like them in this case alone: capitals of several scripts that look like an l,
    /// small letters of Greek and Cyrillic, and letters of Cherokee.
    private static let drawn = table(
        "IΙІӀ" + "νυηωγп" + "ᎪᏟᎠᎬᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ",
        "llll" + "vunwyn" + "acdehjklmprstvwz"
    )

    private static func table(_ letters: String, _ latin: String) -> [Unicode.Scalar: Unicode.Scalar] {
        Dictionary(zip(letters.unicodeScalars, latin.unicodeScalars)) { first, _ in first }
    }
}

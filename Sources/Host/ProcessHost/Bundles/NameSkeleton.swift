import Foundation

/// What remains of a name when everything is left out that people hardly notice: two names with one skeleton look alike.
///
/// Case, width and ligatures are folded, spaces, joiners and variation selectors are removed, and letters of Cyrillic and
/// Greek that look like Latin ones become those, so that `Wеаther` with Cyrillic letters is `Weather`. It is no complete
/// table of what can be confused (Unicode Technical Standard 39): it covers what needs no special font to deceive.
package struct NameSkeleton: Hashable, Sendable {
    private let text: String

    /// Makes the skeleton of a name.
    package init(_ name: String) {
        var scalars = String.UnicodeScalarView()
        for scalar in name.precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars {
            guard !scalar.properties.isWhitespace, !scalar.properties.isDefaultIgnorableCodePoint,
                scalar.properties.generalCategory != .format
            else { continue }
            scalars.append(Self.latin[scalar] ?? scalar)
        }
        text = String(scalars)
    }

    /// The Latin letters for those of other scripts, and for the digits, that look like them in one of their cases.
    private static let latin: [Unicode.Scalar: Unicode.Scalar] = Dictionary(
        zip(
            ("аеорсухіјѕԁһԛԝӏвкмнтԍү" + "αορινβεζηκμτυχ" + "01|").unicodeScalars,
            ("aeopcyxijsdhqwlbkmhtgy" + "aopinbezhkmtyx" + "oll").unicodeScalars
        ),
        uniquingKeysWith: { first, _ in first }
    )
}

/// The form of a language's name.
package enum LanguageTag {
    /// Whether a text has the form of a BCP 47 tag: parts of letters and digits joined by hyphens, the first of letters.
    package static func isValid(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count <= 35, let first = parts.first, (1...8).contains(first.count),
            first.allSatisfy(\.isLetter)
        else { return false }
        return parts.allSatisfy { part in
            (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
    }
}

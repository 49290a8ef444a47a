/// The text of a search, whose words a title must contain in any order, in capital or small letters.
public struct SearchText: Sendable {
    private let words: [String]

    /// Splits what the person typed into words.
    public init(_ text: String) { words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init) }

    /// Returns `true` if the texts together contain each of the words.
    public func fits(_ texts: String...) -> Bool {
        let whole = texts.joined(separator: " ").lowercased()
        return words.allSatisfy(whole.contains)
    }
}

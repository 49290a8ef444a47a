/// Tags of topic messages that stand for a symbol before the title, by the names that ntfy's clients know them by.
enum TopicTag {
    /// The symbols by their tags.
    static let symbols: [String: String] = {
        let words = EmojiCodes.table.split { $0 == " " || $0 == "\n" }.map(String.init)
        let pairs = stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], words[$0 + 1]) }
        return Dictionary(pairs) { first, _ in first }
    }()
}

/// A text that Today itself puts into a bubble, in every language of the pages.
struct BubbleLabel: Hashable, Sendable {
    /// Prefix to the text of a notification that was delivered late.
    static let late = BubbleLabel(en: "Late", de: "Verspätet", ja: "遅延")
    /// Label of the default action, for servers that show it as a button.
    static let open = BubbleLabel(en: "Open", de: "Öffnen", ja: "開く")

    let en: String
    let de: String
    let ja: String

    /// Returns the text for a BCP 47 tag, such as `de-AT`; English if there is none in the tag's language.
    func text(in tag: String) -> String {
        switch tag.prefix(while: { $0 != "-" }).lowercased() {
        case "de": de
        case "ja": ja
        default: en
        }
    }
}

/// A text that Today itself puts into a bubble, in every language of the pages.
struct BubbleLabel: Hashable, Sendable {
    /// What a notification says that was delivered late, before its own text.
    static let late = BubbleLabel(en: "Late", de: "Verspätet", ja: "遅延")
    /// The press on the bubble, where a server shows it as a button.
    static let open = BubbleLabel(en: "Open", de: "Öffnen", ja: "開く")

    let en: String
    let de: String
    let ja: String

    /// The text for a BCP 47 tag, such as `de-AT`; the English one if there is none in the tag's language.
    func text(in tag: String) -> String {
        switch tag.prefix(while: { $0 != "-" }).lowercased() {
        case "de": de
        case "ja": ja
        default: en
        }
    }
}

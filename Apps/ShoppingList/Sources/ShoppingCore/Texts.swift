public import AppLanguages

/// The texts of the pages and of the widget, and what depends on the language beside them; those of notifications are in
/// the bundle's strings.
public struct Texts: AppTexts {
    /// The app's folder below Apps.
    public static let app = "ShoppingList"

    /// The language of the surface, a BCP 47 tag.
    public let surface: String

    /// Creates the texts for the language of the surface, a BCP 47 tag; English for other languages.
    public init(_ surface: String) { self.surface = surface }

    func range(_ range: ClosedRange<Int>, of count: Int) -> String {
        itemRange("\(range.lowerBound)–\(range.upperBound)", count: count)
    }

    func added(_ title: String, andMore count: Int, leftOut: Int) -> String {
        let added = count == 0 ? itemAdded(title) : itemsAdded(title, more: count)
        return leftOut > 0 ? added + restLeftOut : added
    }

    func phrase(_ mistake: ItemList.Mistake) -> String {
        switch mistake {
        case .notJSON: notJSONPhrase
        case .newer: newerPhrase
        case .noList: noListPhrase
        }
    }

    func quarantinedFiles(_ names: [String]) -> String {
        quarantinedFiles(names.joined(separator: nameSeparator))
    }
}

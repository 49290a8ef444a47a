public import TodayKit

/// What a search finds on the list.
public enum ShoppingSearch {
    /// Returns the items whose titles fit, those still to buy first.
    ///
    /// - Throws: `RequestError` if the group has no folder.
    public static func entries(_ text: String, _ context: AppContext) throws -> [SearchEntry] {
        guard case .list(let list) = try ListFile(context).read() else { return [] }
        let search = SearchText(text)
        return (list.toBuy + list.bought).filter { search.fits($0.title) }
            .map { SearchEntry(title: $0.title, url: ShoppingURL.list) }
    }
}
